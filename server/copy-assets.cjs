// tsc emits code only: this puts beside it what the code reads from its own folder, and what is bundled for browsers.
'use strict';
const { cpSync, copyFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
for (const folder of ['server', 'plugins', 'db']) {
  cpSync(join(root, folder), join(root, 'dist', folder), {
    recursive: true,
    filter: (path) =>
      !/\.unit\.test\.ts$/.test(path) && (/[\\/]browser[\\/]/.test(path) || !/\.(ts|cjs|md)$|tsconfig\.build\.json$/.test(path)),
  });
}
copyFileSync(join(root, 'package.json'), join(root, 'dist', 'package.json'));
