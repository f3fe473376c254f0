import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.interactive.form.PDTerminalField;

/** Prints each field and its value as PDFBox reads them: `name<TAB>value`, the value as base64. */
class ReadFields {
  public static void main(String[] args) throws Exception {
    try (var document = PDDocument.load(new File(args[0]))) {
      for (var field : document.getDocumentCatalog().getAcroForm().getFieldTree()) {
        if (!(field instanceof PDTerminalField)) continue;
        var value = field.getValueAsString().getBytes(StandardCharsets.UTF_8);
        System.out.println(field.getFullyQualifiedName() + "\t" + Base64.getEncoder().encodeToString(value));
      }
    }
  }
}
