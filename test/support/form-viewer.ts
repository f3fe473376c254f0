import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** What a field has and shows after its scripts have run. */
export interface Viewed {
  readonly value: string;
  readonly shown?: string;
  readonly isRed?: boolean;
}

interface Update {
  readonly id: string;
  readonly value?: string | number;
  readonly formattedValue?: string | null;
  readonly textColor?: readonly unknown[];
}

interface Sandbox {
  create(data: object): void;
  dispatchEvent(event: object): void;
  nukeSandbox(): void;
}

/**
 * Types values into a form as pdf.js does it, which runs the form's scripts: formats, checks and calculations.
 * @returns what the scripts changed or showed, by the names of fields, and what they told the user
 */
export async function typeIntoForm(
  pdf: Uint8Array,
  values: Readonly<Record<string, string>>,
): Promise<{ readonly fields: ReadonlyMap<string, Viewed>; readonly alerts: readonly string[] }> {
  const document = await getDocument({ data: Uint8Array.from(pdf) }).promise;
  const found = (await document.getFieldObjects()) as Record<string, readonly { readonly id: string }[]> | null;
  const objects = new Map(Object.entries(found ?? {}));
  const names = new Map([...objects].flatMap(([name, widgets]) => widgets.map(({ id }) => [id, name] as const)));
  const fields = new Map<string, Viewed>();
  const alerts: string[] = [];
  const update = ({ id, value, formattedValue, textColor }: Update): void => {
    const name = names.get(id) ?? id;
    const known: Viewed = fields.get(name) ?? { value: '' };
    fields.set(name, {
      ...known,
      ...(value === undefined ? {} : { value: String(value) }),
      ...(formattedValue == null ? {} : { shown: formattedValue }),
      ...(textColor === undefined ? {} : { isRed: String(textColor) === 'RGB,1,0,0' }),
    });
  };
  const sandbox = await startSandbox({
    ...{ setTimeout, clearTimeout, setInterval, clearInterval, URL, CustomEvent, console },
    alert: (message: string) => alerts.push(message),
    dispatchEvent: ({ detail }: CustomEvent<Update>) => {
      update(detail);
    },
  });
  try {
    sandbox.create({
      objects: Object.fromEntries(objects),
      calculationOrder: await document.getCalculationOrderIds(),
      appInfo: { platform: 'test', language: 'en' },
      docInfo: { URL: '', title: '', numPages: document.numPages, calculate: true, actions: {} },
    });
    for (const [name, value] of Object.entries(values)) {
      const id = objects.get(name)?.[0]?.id;
      sandbox.dispatchEvent({ id, name: 'Keystroke', value, willCommit: true, commitKey: 1, selStart: 0, selEnd: value.length });
    }
  } finally {
    sandbox.nukeSandbox();
    await document.destroy();
  }
  return { fields, alerts };
}

/** @param window what the sandbox asks of a browser's window, which it takes from the global scope when it is made */
async function startSandbox(window: object): Promise<Sandbox> {
  const path = 'pdfjs-dist/legacy/build/pdf.sandbox.mjs'; // has no types
  const { QuickJSSandbox } = (await import(path)) as { QuickJSSandbox: () => Promise<Sandbox> };
  Object.assign(globalThis, { window });
  try {
    return await QuickJSSandbox();
  } finally {
    Reflect.deleteProperty(globalThis, 'window');
  }
}
