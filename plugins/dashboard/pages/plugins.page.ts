import type { HubRegistry } from '../../../server/contract/index.ts';
import type { Block, DashboardPage } from '../contract.ts';

const isEmpty = (config: unknown): boolean => typeof config !== 'object' || config === null || Object.keys(config).length === 0;

/** What is switched on, how it is configured, and whether it is well. */
export const pluginsPage = (registry: HubRegistry): DashboardPage => ({
  path: '/plugins',
  title: 'Plugins',
  menu: { section: 'Operator', order: 60 },
  audience: 'operator',
  async load() {
    const health = await Promise.all(
      registry.checks.map(async ({ name, check }) =>
        check().then(
          () => ({ name, problem: undefined }),
          (error: unknown) => ({ name, problem: error instanceof Error ? error.message : String(error) }),
        ),
      ),
    );
    return {
      blocks: [
        { kind: 'text', text: 'Switched on and off in the config file; a change needs a restart. Secrets are masked.' },
        {
          kind: 'table',
          caption: 'Health',
          columns: ['Part', 'State'],
          rows: health.map(({ name, problem }) => [
            name,
            problem === undefined ? { badge: 'well', tone: 'good' } : { lines: [{ badge: 'not ready', tone: 'bad' }, problem] },
          ]),
          empty: 'No plugin has a health check.',
        },
        ...registry.plugins.map(({ name, version, summary, config }): Block => {
          const title = `${name} ${version}`;
          if (isEmpty(config)) return { kind: 'fold', title, text: summary, blocks: [{ kind: 'text', text: 'Takes no settings.' }] };
          const text = JSON.stringify(config, null, 2);
          return { kind: 'fold', title, text: summary, blocks: [{ kind: 'copy', label: `plugins.${name}.config`, text }] };
        }),
      ],
    };
  },
});
