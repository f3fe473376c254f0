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

function questions(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('[data-confirm]')) {
    button.addEventListener('click', (event) => {
      const { form, dataset } = button;
      if (form === null || dataset['sure'] === 'yes') return;
      event.preventDefault();
      void ask(dataset['confirm'] ?? '', button.textContent).then((sure) => {
        if (!sure) return;
        dataset['sure'] = 'yes';
        form.requestSubmit(button);
      });
    });
  }
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

function localTimes(root: ParentNode): void {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  for (const element of root.querySelectorAll('time')) {
    element.title = element.textContent;
    element.textContent = format.format(new Date(element.dateTime));
  }
}

function wire(root: ParentNode): void {
  copyButtons(root);
  questions(root);
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
fillIn();
refresh();
