export interface Sample {
  readonly label: string;
  readonly text: string;
}

const KEY = 'PLATEN_KEY';
const indent = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

/** How a language writes a value that JSON can hold. */
interface Notation {
  readonly words: Readonly<Record<string, string>>;
  readonly braces: readonly [string, string];
  text(value: string): string;
  pair(name: string, value: string): string;
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const PHP: Notation = {
  words: { null: 'null', true: 'true', false: 'false' },
  braces: ['[', ']'],
  text: quoted,
  pair: (name, value) => `${quoted(name)} => ${value}`,
};
const PYTHON: Notation = {
  words: { null: 'None', true: 'True', false: 'False' },
  braces: ['{', '}'],
  text: JSON.stringify,
  pair: (name, value) => `${JSON.stringify(name)}: ${value}`,
};

function literal(value: unknown, notation: Notation, by: string): string {
  if (typeof value === 'string') return notation.text(value);
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return notation.words[String(value)] ?? '';
  const inner = `${by}    `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : notation.braces;
  const lines = Array.isArray(value)
    ? value.map((item) => literal(item, notation, inner))
    : Object.entries(value).map(([name, item]) => notation.pair(name, literal(item, notation, inner)));
  return lines.length === 0 ? open + close : `${open}\n${lines.map((line) => `${inner}${line},\n`).join('')}${by}${close}`;
}

/** How the template is used elsewhere, with the data of the studio. */
export function codeSamples(apiUrl: string, id: string, data: unknown): Sample[] {
  const body = { template: id, data };
  const json = JSON.stringify(body, null, 2);
  const url = `${apiUrl}/v1/generate`;
  return [
    {
      label: 'curl',
      text: `curl -sS ${url} \\
  -H "Authorization: Bearer $${KEY}" \\
  -H 'Content-Type: application/json' -H 'Accept: application/pdf' \\
  -d '${json.replaceAll("'", "'\\''")}' -o document.pdf`,
    },
    {
      label: 'Node',
      text: `import { writeFile } from 'node:fs/promises';

const reply = await fetch('${url}', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.${KEY}}\`,
    'Content-Type': 'application/json',
    Accept: 'application/pdf',
  },
  body: JSON.stringify(${indent(json, '  ')}),
});
if (!reply.ok) throw new Error(await reply.text());
await writeFile('document.pdf', Buffer.from(await reply.arrayBuffer()));`,
    },
    {
      label: 'Python',
      text: `import os
import requests

reply = requests.post(
    "${url}",
    headers={"Authorization": f"Bearer {os.environ['${KEY}']}", "Accept": "application/pdf"},
    json=${literal(body, PYTHON, '    ')},
)
reply.raise_for_status()
with open("document.pdf", "wb") as file:
    file.write(reply.content)`,
    },
    {
      label: 'PHP',
      text: `<?php
$curl = curl_init('${url}');
curl_setopt_array($curl, [
    CURLOPT_POST => true,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_FAILONERROR => true,
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer ' . getenv('${KEY}'),
        'Content-Type: application/json',
        'Accept: application/pdf',
    ],
    CURLOPT_POSTFIELDS => json_encode(${literal(body, PHP, '    ')}),
]);
$pdf = curl_exec($curl);
if ($pdf === false) {
    throw new Exception(curl_error($curl));
}
file_put_contents('document.pdf', $pdf);`,
    },
    { label: 'Zapier, n8n, Make: the template to pick, or its id', text: id },
  ];
}
