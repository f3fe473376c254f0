/** What every page does with scripts and can do without: copying, questions before dangerous steps, local times, refreshing. */

function copyButtons(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    button.addEventListener('click', () => {
      const text = button.closest('.copy')?.querySelector('pre')?.textContent ?? '';
      navigator.clipboard.writeText(text).then(
        () => {
          button.textContent = 'Copied';
          setTimeout(() => (button.textContent = 'Copy'), 2000);
        },
        () => (button.textContent = 'Select and copy'),
      );
    });
  }
}

async function ask(question: string, yes: string): Promise<boolean> {
  const dialog = document.createElement('dialog');
  const text = document.createElement('p');
  text.textContent = question;
  const form = document.createElement('form');
  form.method = 'dialog';
  form.className = 'actions';
  for (const [value, label, look] of [
    ['yes', yes, 'danger'],
    ['no', 'Cancel', 'plain'],
  ] as const) {
    const button = document.createElement('button');
    button.value = value;
    button.textContent = label;
    button.className = look;
    // What cannot be taken back is never one careless Enter away.
    button.autofocus = value === 'no';
    form.append(button);
  }
  dialog.append(text, form);
  document.body.append(dialog);
  dialog.showModal();
  await new Promise((resolve) => {
    dialog.addEventListener('close', resolve, { once: true });
  });
  dialog.remove();
  return dialog.returnValue === 'yes';
}

/** Of every button there is, and of those that a page's own module adds later. */
function questions(): void {
  document.addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('button[data-confirm]') : null;
      if (button?.form == null || button.dataset['sure'] === 'yes') return;
      const { form, dataset } = button;
      event.preventDefault();
      if (!form.reportValidity()) return;
      void ask(dataset['confirm'] ?? '', button.textContent.trim()).then((sure) => {
        if (!sure) return;
        dataset['sure'] = 'yes';
        form.requestSubmit(button);
        delete dataset['sure'];
      });
    },
    { capture: true },
  );
}

/** A button that was pressed says so, and cannot be pressed again meanwhile. */
function progress(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[method="post"]')) {
    form.addEventListener('submit', (event) => {
      const button = event.submitter;
      if (!(button instanceof HTMLButtonElement) || event.defaultPrevented) return;
      setTimeout(() => {
        button.disabled = true;
        button.setAttribute('aria-busy', 'true');
        button.textContent = `${button.textContent} …`;
      });
    });
  }
}

/** The reader's own zone, which is named; date and time stay in one piece each. */
function localTimes(root: ParentNode): void {
  const formats = [new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }), new Intl.DateTimeFormat(undefined, { timeStyle: 'long' })];
  for (const element of root.querySelectorAll('time')) {
    const at = new Date(element.dateTime);
    element.title = element.textContent;
    const [date = '', time = ''] = formats.map((format) => {
      const part = document.createElement('span');
      part.textContent = format.format(at);
      return part;
    });
    element.replaceChildren(date, ' ', time);
  }
}

/** What was refused looks refused until it is changed. */
function corrections(): void {
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const field = target.closest('.field');
    field?.querySelector('.problem')?.remove();
    field?.querySelector('[aria-invalid]')?.removeAttribute('aria-invalid');
  });
}

/** Unsaved work of whoever leaves is nothing for the next one at this browser. */
function forgetDrafts(): void {
  document.addEventListener('submit', ({ target }) => {
    if (!(target instanceof HTMLFormElement) || !target.action.endsWith('/sign-out')) return;
    for (const key of Object.keys(localStorage)) if (key.startsWith('platen.draft.')) localStorage.removeItem(key);
  });
}

function wire(root: ParentNode): void {
  copyButtons(root);
  progress(root);
  localTimes(root);
}

/** Loads the main part anew while something runs; never under somebody's fingers. */
function refresh(): void {
  const main = document.querySelector<HTMLElement>('main[data-refresh]');
  if (main === null) return;
  setTimeout(
    () => {
      if (document.hidden || main.contains(document.activeElement) || document.querySelector('dialog') !== null) {
        refresh();
        return;
      }
      void fetch(location.href, { headers: { accept: 'text/html' } })
        .then(async (reply) => {
          if (!reply.ok || reply.redirected) return;
          const next = new DOMParser().parseFromString(await reply.text(), 'text/html').querySelector('main');
          if (next === null) return;
          main.replaceWith(next);
          wire(next);
        })
        .catch(() => undefined) // the next round tries again
        .then(refresh);
    },
    Number(main.dataset['refresh']) * 1000,
  );
}

/** Puts a key into the samples; it stays in this page. */
function fillIn(): void {
  const input = document.querySelector<HTMLInputElement>('[data-fill]');
  if (input === null) return;
  const word = input.dataset['fill'] ?? '';
  const samples = [...document.querySelectorAll('pre code')].map((element) => ({ element, text: element.textContent }));
  input.addEventListener('input', () => {
    for (const { element, text } of samples)
      element.textContent = text.replaceAll(word, input.value.trim() === '' ? word : input.value.trim());
  });
}

const menu = document.querySelector('[data-menu]');
menu?.addEventListener('click', () => {
  menu.setAttribute('aria-expanded', String(menu.getAttribute('aria-expanded') !== 'true'));
});
for (const filter of document.querySelectorAll<HTMLSelectElement>('.filters select')) {
  filter.addEventListener('change', () => filter.form?.requestSubmit());
}
wire(document);
questions();
corrections();
forgetDrafts();
fillIn();
refresh();
