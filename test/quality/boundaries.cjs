// The boundaries that CONTRIBUTING.md lists, for dependency-cruiser.
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const only = (name, owners, packages) =>
  forbid(
    name,
    'one plugin owns a dependency',
    { path: '^(server|plugins|db)/', pathNot: owners },
    { path: `node_modules/(${packages})(/|$)` },
  );

module.exports = {
  forbidden: [
    forbid('no-cycles', 'no cycles anywhere', {}, { circular: true }),
    forbid('server-knows-no-plugin', 'the server knows no plugin', { path: '^server/' }, { path: '^plugins/' }),
    forbid(
      'plugins-meet-at-contracts',
      'a plugin imports only the contract.ts of another',
      { path: '^plugins/([^/]+)/' },
      { path: '^plugins/', pathNot: ['^plugins/$1/', '^plugins/[^/]+/contract\\.ts$'] },
    ),
    forbid(
      'plugins-see-the-contract',
      'plugins import only server/contract',
      { path: '^plugins/' },
      { path: '^server/', pathNot: '^server/contract/' },
    ),
    forbid(
      'plugins-see-the-shared-base',
      'plugins import only the shared base of db',
      { path: '^plugins/' },
      { path: '^db/', pathNot: '^db/(cache-folder|duplicate-key|lease|outbox|page|public-id|schema-options)\\.ts$' },
    ),
    forbid(
      'contract-is-a-leaf',
      'the contract imports nothing of ours but the shapes of collections and pages',
      { path: '^server/contract/' },
      { path: '^(server|plugins|db|test)/', pathNot: ['^server/contract/', '^db/(model|page)\\.ts$'] },
    ),
    forbid(
      'plugin-contracts-are-leaves',
      "a plugin's contract imports the hub contract, other contracts and its own parts only",
      { path: '^plugins/([^/]+)/contract(\\.ts$|/)' },
      { path: '^(server|plugins|db)/', pathNot: ['^server/contract/', '^plugins/[^/]+/contract\\.ts$', '^plugins/$1/contract/'] },
    ),
    forbid('db-is-a-leaf', 'db imports nothing of ours', { path: '^db/' }, { path: '^(server|plugins|test)/' }),
    forbid('no-tests-in-product', 'product code never imports tests', { path: '^(server|plugins|db)/' }, { path: '^test/' }),
    forbid('unit-tests-are-imported-by-nobody', 'a unit test is only run', {}, { path: '\\.unit\\.test\\.ts$' }),
    forbid(
      'unit-tests-of-the-core-stay-in-it',
      'a unit test imports the folder it lies in, and packages',
      { path: '^(server|db)/.*\\.unit\\.test\\.ts$' },
      { path: '^(server|db|plugins|test)/', pathNot: '^$1/' },
    ),
    forbid(
      'unit-tests-of-plugins-stay-in-them',
      'a unit test imports the plugin it lies in, and packages',
      { path: '^plugins/([^/]+)/.*\\.unit\\.test\\.ts$' },
      { path: '^(server|db|plugins|test)/', pathNot: '^plugins/$1/' },
    ),
    only('tsyringe', '^server/kernel/container\\.ts$', 'tsyringe|reflect-metadata'),
    only('browser', '^plugins/(rendering|dashboard)/', 'puppeteer|puppeteer-core|handlebars|sucrase|@babel/parser|@sparticuz/chromium'),
    only('pdf', '^plugins/(rendering|pdf-tools)/', 'pdf-lib|fontkit'),
    only('agenda', '^server/jobs/', 'agenda|@agendajs/.*'),
    only('koa', '^server/(http|contract)/|^plugins/[^/]+/[^/]+\\.mount\\.ts$', 'koa|@koa/router'),
    only('http-client', '^server/net/', 'undici'),
    only('openai', '^plugins/ai/', 'openai'),
    only('metrics', '^server/metrics\\.ts$', 'prom-client'),
    only('traces', '^server/', '@opentelemetry/.*'),
    only('buckets', '^plugins/storage/', '@aws-sdk/.*'),
    only('bundler', '^plugins/dashboard/', 'esbuild|preact-render-to-string'),
    only('editor', '^plugins/studio/browser/', 'codemirror|@codemirror/.*|@lezer/.*'),
    forbid(
      'pdf-children-load-only-their-code',
      'the process that reads PDFs may read nothing else of ours',
      { path: '^plugins/pdf-tools/(child/(main\\.ts|operations/)|document/|pdfa/(?!validator\\.ts))', pathNot: '\\.unit\\.test\\.ts$' },
      {
        path: '^(server|plugins|db|test)/',
        pathNot: '^plugins/pdf-tools/(child/(protocol\\.ts|operations/)|document/|pdfa/)',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'browsers-get-only-browser-code',
      'what runs in browsers imports nothing of the hub',
      { path: '^plugins/[^/]+/browser/' },
      { path: '^(server|plugins|db|test)/', pathNot: '^plugins/[^/]+/browser/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.cjs', '.json'] },
  },
};
