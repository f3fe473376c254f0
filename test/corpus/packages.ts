/** A package of a registry whose files include PDFs: test data of PDF libraries, and documentation. */
export interface CorpusPackage {
  readonly registry: 'go' | 'debian' | 'debian-source';
  readonly name: string;
  readonly version: string;
  /** Of a Go module the one of go.sum; else SHA-256 of the files that the registry sends, by name, one after the other. */
  readonly checksum: string;
}

/** About 1,700 PDFs: of PDF libraries' own tests, of LaTeX, LibreOffice, Word, Cairo, Quartz and InDesign. */
export const PACKAGES: readonly CorpusPackage[] = [
  { registry: 'go', name: 'github.com/pdfcpu/pdfcpu', version: 'v0.11.0', checksum: 'h1:mL18Y3hSHzSezmnrzA21TqlayBOXuAx7BUzzZyroLGM=' },
  {
    registry: 'debian-source',
    name: 'libpdfbox2-java',
    version: '2.0.27-2',
    checksum: '98df203186b915d381a2faf05c7abbf126d40c948ee0bb8e75692877c75373a6',
  },
  {
    registry: 'debian-source',
    name: 'pypdf',
    version: '3.4.1-1+deb12u1',
    checksum: '4bc1ab80274cb28cbf44305b76027f064385b7ad60996fe3b264f7fd82eee9ab',
  },
  {
    registry: 'debian-source',
    name: 'pikepdf',
    version: '6.0.0+dfsg-1',
    checksum: 'f58a3b9aa594e42e0fada1b1471bcf0055f39d8e9365e6e576b1a6ce7ee69c94',
  },
  {
    registry: 'debian-source',
    name: 'pdfminer',
    version: '20221105+dfsg-1.1~deb12u1',
    checksum: '3ca506685b3cea114f7998841d33d29380536b840686ad397c369ef0c3c89f40',
  },
  {
    registry: 'debian-source',
    name: 'okular',
    version: '4:22.12.3-1+deb12u1',
    checksum: '32f8597112008fd3997db6e9d883f82def57ae5f7726718cf6af7717d826cc99',
  },
  {
    registry: 'debian-source',
    name: 'cups-filters',
    version: '1.28.17-3+deb12u2',
    checksum: '010972387a5a2d8d69b95af4f26db4807ff43ae2fc4542515e5eb1fcf3c2bd37',
  },
  {
    registry: 'debian-source',
    name: 'qpdf',
    version: '11.3.0-1+deb12u1',
    checksum: 'a193ccb08b3e4c6efa78632e49e0180144586efcb269ef3d640a58f0a9b56b1b',
  },
  {
    registry: 'debian',
    name: 'texlive-latex-recommended-doc',
    version: '2022.20230122-3',
    checksum: '8bea1f81bf50354fa4f3046c2dbb82efba9b8520aca0b2ab12eed18554a66c11',
  },
  {
    registry: 'debian',
    name: 'texlive-humanities-doc',
    version: '2022.20230122-4',
    checksum: 'b9ff3e33bfad812999000ae009d701d867701afad144433c36a78322f3d88e33',
  },
];
