import { degrees, PDFDocument, rgb, StandardFonts } from 'pdf-lib';

/** Draws a word across every page, after printing and so out of the document's own reach. */
export async function watermarkPdf(pdf: Uint8Array, text: string): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const font = await document.embedFont(StandardFonts.HelveticaBold);
  for (const page of document.getPages()) {
    const { width, height } = page.getSize();
    const size = Math.min(width, height) / 3;
    const half = font.widthOfTextAtSize(text, size) / 2;
    const angle = Math.atan2(height, width);
    page.drawText(text, {
      x: width / 2 - half * Math.cos(angle) + (size / 3) * Math.sin(angle),
      y: height / 2 - half * Math.sin(angle) - (size / 3) * Math.cos(angle),
      size,
      font,
      color: rgb(0.85, 0.1, 0.1),
      opacity: 0.25,
      rotate: degrees((angle * 180) / Math.PI),
    });
  }
  return document.save({ addDefaultPage: false, updateFieldAppearances: false });
}
