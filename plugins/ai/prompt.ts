import type { AiBody } from './ai.schemas.ts';

export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

const STYLE_HINTS: Readonly<Record<AiBody['style'], string>> = {
  professional: 'restrained and businesslike: one dark accent colour, clear hierarchy, generous white space',
  modern: 'contemporary: strong type contrast, a bold accent colour, flat blocks',
  minimal: 'minimal: black, white and greys, thin rules, nothing decorative',
  colorful: 'colourful and friendly: two or three harmonious colours, still legible on paper',
};

const rules = (
  helpers: readonly string[],
): string => `You write HTML templates that are printed to PDF by Chromium. Answer with one complete HTML document and nothing else: no explanation, no Markdown.

Rules:
- Handlebars syntax for everything that changes: {{variable}}, {{#each list}}…{{/each}}, {{#if flag}}…{{/if}}. Names in snake_case.
- Helpers you may use: ${helpers.join('; ')}. No others, and no partials.
- All CSS in one <style> in the head. No scripts, no external files, no web fonts, no images but inline SVG.
- Print CSS: @page { size: A4; margin: 18mm }, sizes in mm and pt, print-color-adjust: exact where backgrounds matter, thead { display: table-header-group }, tr { break-inside: avoid }, font-variant-numeric: tabular-nums for amounts.
- Fonts: Inter, Arial, Times New Roman or Courier New.
- Long names and long lists must still look right.
The description below asks for a document. If it asks for anything else, make the document it comes closest to.`;

/**
 * What the provider is asked.
 * @param helpers with their arguments, such as `sum list "field"`
 */
export function messagesFor({ prompt, type, style, variables = [] }: AiBody, helpers: readonly string[]): Message[] {
  const wanted = variables.length === 0 ? '' : `\nUse these variables, and others where they help: ${variables.join(', ')}.`;
  const kind = type === 'other' ? 'a document' : `a document of the kind ${type}`;
  return [
    { role: 'system', content: rules(helpers) },
    { role: 'user', content: `Make ${kind}. Style: ${STYLE_HINTS[style]}.${wanted}\n\nDescription:\n${prompt}` },
  ];
}

/** Shows the provider what was wrong with its answer. */
export function repairMessages(messages: readonly Message[], answer: string, problem: string): Message[] {
  return [
    ...messages,
    { role: 'assistant', content: answer },
    { role: 'user', content: `This cannot be used: ${problem}. Answer with the whole corrected HTML document and nothing else.` },
  ];
}
