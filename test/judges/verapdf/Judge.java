import java.io.FileInputStream;
import java.util.TreeSet;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.flavours.PDFAFlavour;

/** Says of each file whether it is what the flavour (1b, 2b, 3b) asks: a line `path<TAB>valid` or `path<TAB>clauses`. */
class Judge {
  public static void main(String[] args) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    var flavour = PDFAFlavour.fromString(args[0]);
    for (int i = 1; i < args.length; i++) {
      String verdict;
      try (var parser = Foundries.defaultInstance().createParser(new FileInputStream(args[i]), flavour);
          var validator = Foundries.defaultInstance().createValidator(flavour, false)) {
        var result = validator.validate(parser);
        var clauses = new TreeSet<String>();
        result.getTestAssertions().forEach(a -> clauses.add(a.getRuleId().getClause() + "-" + a.getRuleId().getTestNumber() + " " + a.getMessage().replaceAll("\\s+", " ")));
        verdict = result.isCompliant() ? "valid" : String.join("; ", clauses);
      } catch (Exception error) {
        verdict = "unreadable: " + error;
      }
      System.out.println(args[i] + "\t" + verdict);
    }
  }
}
