import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { startHub } from '../support/hub.ts';
import { samplesOf } from '../support/metrics.ts';
import { pythonTools } from '../support/python-tools.ts';
import { temporaryFolder } from '../support/services.ts';
import { parseConfig } from '../../server/config/load.ts';

const ROOT = join(import.meta.dirname, '../..');
const COMPOSE_SPEC = 'github.com/compose-spec/compose-go/v2@v2.16.2';
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Pod {
  readonly securityContext: { readonly runAsNonRoot: boolean };
  readonly containers: readonly {
    readonly securityContext: { readonly readOnlyRootFilesystem: boolean };
    readonly readinessProbe: { readonly httpGet: { readonly path: string } };
  }[];
}

interface Manifest {
  readonly kind: string;
  readonly spec?: {
    readonly template?: { readonly spec: Pod };
    readonly metrics?: readonly { readonly external: { readonly metric: { readonly name: string } } }[];
  };
}

const manifests = (parse(read('server/deploy/kubernetes.yaml'), { merge: true, maxAliasCount: 200 }) as { items: Manifest[] }).items;

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly action: string };
}

const alerts = (parse(read('server/deploy/alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules);

interface Panel {
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}

const panels = (JSON.parse(read('server/deploy/grafana-dashboard.json')) as { panels: Panel[] }).panels;
/** Grafana puts its variables in before it asks. */
const expressions = [
  ...alerts.map(({ expr }) => expr),
  ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', '.*'))),
];

/** Names of the metrics of an expression; throws where Prometheus' grammar does not hold. */
function metricsOf(expression: string): string[] {
  const names: string[] = [];
  parser.parse(expression).iterate({
    enter: ({ type, from, to }) => {
      assert.ok(!type.isError, `no PromQL at ${String(from)}: ${expression}`);
      if (type.name === 'Identifier') names.push(expression.slice(from, to));
    },
  });
  return names.filter((name) => /^(platen|process)_/.test(name));
}

describe('what operators deploy', function () {
  this.timeout(300_000);

  it('is an image whose recipe a linter finds nothing in', () => {
    assert.equal(execFileSync(join(pythonTools(), 'bin', 'hadolint'), [join(ROOT, 'Dockerfile')], { encoding: 'utf8' }), '');
    const recipe = read('Dockerfile');
    assert.match(recipe, /^USER 10001:10001$/m);
    for (const [, copied = ''] of recipe.matchAll(/^COPY (?!--from)(.*) \S+$/gm))
      for (const name of copied.split(' ')) {
        assert.ok(readdirSync(ROOT).includes(name.split('/')[0] ?? ''), `${name} is copied and does not exist`);
        assert.ok(read('.dockerignore').includes(`!${name.split('/')[0] ?? ''}`), `${name} is copied and left out of the context`);
      }
  });

  it('is a compose file that fits the public schema of the Compose Specification', () => {
    const module = JSON.parse(
      execFileSync('go', ['mod', 'download', '-json', COMPOSE_SPEC], { encoding: 'utf8', cwd: temporaryFolder('go').path }),
    ) as { Dir: string };
    const text = readFileSync(join(module.Dir, 'schema/compose-spec.json'), 'utf8');
    const { $schema: _, ...schema } = JSON.parse(text) as Record<string, unknown>;
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    const compose = parse(read('compose.yaml'), { merge: true }) as {
      services: Record<string, { healthcheck?: object; read_only?: boolean }>;
    };
    assert.ok(validate(compose), JSON.stringify(validate.errors));
    assert.deepEqual(Object.keys(compose.services), ['web', 'worker', 'mongo', 'redis', 'files']);
    for (const name of ['mongo', 'redis']) assert.ok(compose.services[name]?.healthcheck, name);
    for (const name of ['web', 'worker']) assert.equal(compose.services[name]?.read_only, true, name);
    assert.equal(validate({ services: { web: { image: 5 } } }), false, 'the schema does refuse');
  });

  it("is Kubernetes manifests that fit Kubernetes' own schemas", () => {
    const script = `
import json, sys, kubernetes_validate
for item in json.load(sys.stdin): kubernetes_validate.validate(item, '1.33', strict=True)
try: kubernetes_validate.validate({'apiVersion': 'v1', 'kind': 'Service', 'spec': {'ports': 5}}, '1.33', strict=True)
except kubernetes_validate.ValidationError: print('well')`;
    const env = { ...process.env, PYTHONPATH: pythonTools() };
    assert.equal(execFileSync('python3', ['-c', script], { input: JSON.stringify(manifests), encoding: 'utf8', env }).trim(), 'well');
    const pods = manifests.flatMap(({ spec }) => spec?.template?.spec ?? []);
    assert.equal(pods.length, 2);
    for (const { securityContext, containers } of pods) {
      assert.equal(securityContext.runAsNonRoot, true);
      assert.equal(containers[0]?.securityContext.readOnlyRootFilesystem, true);
      assert.equal(containers[0].readinessProbe.httpGet.path, '/readyz');
    }
  });

  it('is a config that the hub takes, with and without a bucket', async () => {
    const own = JSON.parse(read('server/deploy/platen.config.json')) as { plugins: { storage: { config: unknown } } };
    assert.throws(() => parseConfig(own, {}, ROOT), /mongo\.url: environment variable PLATEN_MONGO_URL is not set/);
    const env = { PLATEN_MONGO_URL: 'mongodb://mongo/platen', PLATEN_ROLE: 'worker', PLATEN_DRAIN_SECONDS: '7' };
    const { config } = parseConfig(own, env, ROOT);
    assert.deepEqual(
      [config.roles, config.http.drainSeconds, config.operations.port, config.plugins['quickstart']],
      [['worker'], 7, 9464, false],
    );
    const hub = await startHub({ start: false, plugins: { storage: config.plugins['storage'] } });
    assert.equal((JSON.parse(await hub.command('config')) as { plugins: { storage: { store: string } } }).plugins.storage.store, 'local');
    await hub.stop();
    const s3 = { ...env, PLATEN_STORE: 's3', PLATEN_S3_BUCKET: 'documents', PLATEN_LINK_SECRET: 'x'.repeat(32), PLATEN_S3_DELIVERY: 'hub' };
    const other = await startHub({ start: false, plugins: { storage: parseConfig(own, s3, ROOT).config.plugins['storage'] } });
    assert.match(await other.command('config'), /"bucket": "documents"/);
    await other.stop();
    for (const [, name = ''] of read('compose.yaml').matchAll(/^ {2}(PLATEN_\w+):/gm))
      assert.match(`${read('server/deploy/platen.config.json')} ${read('server/config/default.json')}`, new RegExp(name));
  });

  it("is a seccomp profile that is Docker's own and lets Chromium make its sandbox", () => {
    const { defaultAction, syscalls } = JSON.parse(read('server/deploy/chromium-seccomp.json')) as {
      defaultAction: string;
      syscalls: { names: string[]; action: string; args?: object[]; includes?: object }[];
    };
    assert.equal(defaultAction, 'SCMP_ACT_ERRNO');
    const always = syscalls.filter(
      ({ action, args, includes }) => action === 'SCMP_ACT_ALLOW' && args === undefined && includes === undefined,
    );
    const allowed = new Set(always.flatMap(({ names }) => names));
    for (const name of ['clone', 'unshare', 'setns', 'chroot', 'read', 'execve']) assert.ok(allowed.has(name), name);
    for (const name of ['mount', 'bpf', 'kexec_load', 'init_module', 'reboot']) assert.ok(!allowed.has(name), name);
  });

  it('is a dashboard and alerts that ask only for what the hub measures, in valid PromQL', async () => {
    const hub = await startHub();
    try {
      const { text } = samplesOf(await (await fetch(`${hub.url}/metrics`)).text());
      const known = new Set(
        [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = '', type]) =>
          type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
        ),
      );
      const asked = new Set(expressions.flatMap(metricsOf));
      assert.ok(asked.size >= 15);
      for (const name of asked) assert.ok(known.has(name), `${name} is asked for and not measured`);
      const unused = [...known].filter((name) => name.startsWith('platen_') && !/_(sum|count)$/.test(name) && !asked.has(name));
      assert.deepEqual(unused, ['platen_rendered_pages_total'], 'what is measured is shown');
    } finally {
      await hub.stop();
    }
    assert.throws(() => metricsOf('rate(platen_x[5m]'), /no PromQL/);
    for (const { alert, annotations } of alerts) assert.ok(annotations.summary.length > 10 && annotations.action.length > 10, alert);
    for (const [i, a] of panels.entries())
      for (const b of panels.slice(i + 1)) {
        const apart =
          a.gridPos.x + a.gridPos.w <= b.gridPos.x ||
          b.gridPos.x + b.gridPos.w <= a.gridPos.x ||
          a.gridPos.y + a.gridPos.h <= b.gridPos.y ||
          b.gridPos.y + b.gridPos.h <= a.gridPos.y;
        assert.ok(apart, `${a.title} lies over ${b.title}`);
      }
  });
});
