import { html } from 'htm/preact';
import type { Block } from '../contract.ts';
import type { View } from './cells.ts';

type Chart = Extract<Block, { kind: 'chart' }>;

const WIDTH = 640;
const HEIGHT = 150;
const BASE = HEIGHT - 20;
const TOP = 8;
/** More labels than this do not fit under the bars. */
const MAX_LABELS = 10;

/** 1, 2 or 5 times a power of ten, not below the highest bar. */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}

/** Stacked bars; the numbers are in the titles, and in a table for who does not see them. */
export function chart({ title, unit, across, labels, series }: Chart): View {
  const totals = labels.map((_, i) => series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0));
  const max = niceCeiling(Math.max(...totals, 1));
  const step = WIDTH / Math.max(labels.length, 1);
  const bars = labels.flatMap((label, i) => {
    let from = BASE;
    return series.map(({ name, tone, values }) => {
      const value = values[i] ?? 0;
      const height = (value / max) * (BASE - TOP);
      from -= height;
      return html`<rect
        class=${`bar ${tone}`}
        x=${(i * step + step * 0.15).toFixed(1)}
        y=${from.toFixed(1)}
        width=${(step * 0.7).toFixed(1)}
        height=${height.toFixed(1)}
        rx="1.5"
      >
        <title>${label}: ${value} ${unit}${series.length > 1 ? `, ${name}` : ''}</title>
      </rect>`;
    });
  });
  return html`<figure class="card chart">
    <figcaption>
      ${title}
      ${series.length > 1 ? html`<span class="legend">${series.map(({ name, tone }) => html`<span class=${`key ${tone}`}>${name}</span>`)}</span>` : null}
    </figcaption>
    <svg viewBox=${`0 0 ${String(WIDTH)} ${String(HEIGHT)}`} aria-hidden="true" preserveAspectRatio="none">
      <line class="grid" x1="0" x2=${WIDTH} y1=${TOP} y2=${TOP} />
      <line class="grid" x1="0" x2=${WIDTH} y1=${BASE} y2=${BASE} />
      ${bars}
    </svg>
    ${
      labels.length > MAX_LABELS
        ? html`<p class="scale">
            <span>${labels[0] ?? ''}</span><span>highest line: ${max} ${unit}</span><span>${labels.at(-1) ?? ''}</span>
          </p>`
        : html`<p class="scale each">${labels.map((label) => html`<span>${label}</span>`)}</p>`
    }
    <table class="unseen">
      <caption>
        ${title}
      </caption>
      <thead>
        <tr>
          <th scope="col">${across}</th>
          ${series.map(({ name }) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${labels.map(
          (label, i) =>
            html`<tr>
              <th scope="row">${label}</th>
              ${series.map(({ values }) => html`<td>${values[i] ?? 0}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </figure>`;
}
