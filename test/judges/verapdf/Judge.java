import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.TreeSet;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.flavours.PDFAFlavour;

/**
 * Says of each file whether it is what a flavour (1b, 2b, 3b) asks. Reads lines `flavour<TAB>path`, and answers each with a line
 * `valid` or the clauses that the file violates.
 */
class Judge {
  public static void main(String[] args) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line; (line = lines.readLine()) != null; ) {
      var asked = line.split("\t", 2);
      System.out.println(verdict(PDFAFlavour.fromString(asked[0]), asked[1]));
    }
  }

  private static String verdict(PDFAFlavour flavour, String path) {
    try (var parser = Foundries.defaultInstance().createParser(new FileInputStream(path), flavour);
        var validator = Foundries.defaultInstance().createValidator(flavour, false)) {
      var result = validator.validate(parser);
      var clauses = new TreeSet<String>();
      result.getTestAssertions().forEach(a -> clauses.add(a.getRuleId().getClause() + "-" + a.getRuleId().getTestNumber() + " " + a.getMessage().replaceAll("\\s+", " ")));
      return result.isCompliant() ? "valid" : String.join("; ", clauses);
    } catch (Exception error) {
      return "unreadable: " + error.toString().replaceAll("\\s+", " ");
    }
  }
}
