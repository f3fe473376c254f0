import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { composeSchema } from '../support/compose-schema.ts';
import { startHub } from '../support/hub.ts';
import { readMetrics } from '../support/metrics.ts';
import { pythonTools } from '../support/python-tools.ts';
import { parseConfig } from '../../server/config/load.ts';

const ROOT = join(import.meta.dirname, '../..');
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
    readonly template?: { readonly metadata: { readonly labels: Record<string, string> }; readonly spec: Pod };
    readonly podSelector?: { readonly matchLabels: Record<string, string> };
    readonly policyTypes?: readonly string[];
    readonly ingress?: readonly { readonly from?: object; readonly ports: readonly { readonly port: string }[] }[];
    readonly metrics?: readonly { readonly external: { readonly metric: { readonly name: string } } }[];
  };
}

const manifests = (parse(read('server/deploy/kubernetes.yaml'), { merge: true, maxAliasCount: 200 }) as { items: Manifest[] }).items;

interface Service {
  readonly healthcheck?: object;
  readonly read_only?: boolean;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly networks?: readonly string[];
  readonly ports?: readonly string[];
}

const compose = parse(read('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
};

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
    const { $schema: _, ...schema } = composeSchema();
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    assert.ok(validate(compose), JSON.stringify(validate.errors));
    assert.deepEqual(Object.keys(compose.services), ['web', 'worker', 'mongo', 'redis', 'files']);
    for (const name of ['mongo', 'redis']) assert.ok(compose.services[name]?.healthcheck, name);
    for (const name of ['web', 'worker']) assert.equal(compose.services[name]?.read_only, true, name);
    assert.equal(validate({ services: { web: { image: 5 } } }), false, 'the schema does refuse');
  });

  it('is a compose file in which databases ask for passwords, each in a network of its own with the hub', () => {
    const { mongo, redis, files, web, worker } = compose.services;
    assert.match(JSON.stringify(mongo?.entrypoint), /--keyFile/);
    const secret = (name: string): RegExp => new RegExp(`\\$\\{${name}:\\?make one`);
    assert.match(mongo?.environment?.['MONGO_INITDB_ROOT_PASSWORD'] ?? '', secret('PLATEN_MONGO_PASSWORD'));
    assert.match(redis?.command?.[1 + redis.command.indexOf('--requirepass')] ?? '', secret('PLATEN_REDIS_PASSWORD'));
    for (const hub of [web, worker]) {
      assert.match(hub?.environment?.['PLATEN_MONGO_URL'] ?? '', /^mongodb:\/\/platen:\$\{PLATEN_MONGO_PASSWORD/);
      assert.match(hub?.environment?.['PLATEN_REDIS_URL'] ?? '', /^redis:\/\/:\$\{PLATEN_REDIS_PASSWORD/);
    }
    for (const [name, service] of Object.entries({ mongo, redis, files })) {
      assert.deepEqual(service?.networks, [name]);
      assert.equal(compose.networks[name]?.internal, true, name);
      assert.equal(service.ports, undefined, name);
    }
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

  it('lets nobody in the cluster but Prometheus to the port of the operators', () => {
    const incoming = manifests.filter(({ kind, spec }) => kind === 'NetworkPolicy' && spec?.policyTypes?.includes('Ingress') === true);
    const pods = manifests.flatMap(({ spec }) => (spec?.template === undefined ? [] : [spec.template.metadata.labels]));
    const rulesOf = (labels: Record<string, string>) =>
      incoming
        .filter(({ spec }) => Object.entries(spec?.podSelector?.matchLabels ?? {}).every(([key, value]) => labels[key] === value))
        .flatMap(({ spec }) => spec?.ingress ?? []);
    assert.equal(pods.length, 2);
    for (const labels of pods) {
      const rules = rulesOf(labels);
      const ports = (isOpen: boolean) =>
        rules.filter(({ from }) => (from === undefined) === isOpen).flatMap((rule) => rule.ports.map(({ port }) => port));
      assert.deepEqual(ports(true), labels['app.kubernetes.io/component'] === 'web' ? ['api'] : []);
      assert.deepEqual(ports(false), ['operations']);
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
      const { text } = await readMetrics(hub.url);
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
