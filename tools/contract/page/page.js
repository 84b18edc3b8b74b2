for (const button of document.querySelectorAll('.copy')) {
  button.addEventListener('click', async () => {
    const shown = [...button.closest('figure').querySelectorAll('pre')];
    const code = shown.find((pre) => pre.checkVisibility()).firstChild;
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = 'Copied';
    } catch {
      // A page of another address than this machine's has no clipboard.
      getSelection().selectAllChildren(code);
      button.textContent = 'Selected';
    }
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
}

const form = document.querySelector('form');
if (form) {
  const { example, body } = form.elements;
  example.addEventListener('change', () => {
    body.value = example.value;
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
  // The last answer is not the one to a request that the browser refuses.
  form.addEventListener('invalid', () => show('Nothing was sent.'), true);
  body.addEventListener('keydown', ({ key, ctrlKey, metaKey }) => {
    if (key === 'Enter' && (ctrlKey || metaKey)) form.requestSubmit();
  });
  form.querySelector('button').disabled = false;
}

async function send({ action, dataset: { method }, elements: { token, contentType, body } }) {
  show('Sending …');
  const started = performance.now();
  // The header of an empty field is not sent.
  const headers = {
    ...(token.value && { authorization: `Bearer ${token.value}` }),
    ...(contentType.value && { 'content-type': contentType.value }),
  };
  try {
    // As bytes, because the browser adds a content type to text.
    const bytes = new TextEncoder().encode(body.value);
    const answer = await fetch(action, { method, headers, body: bytes });
    const text = await answer.text();
    show(`${Math.round(performance.now() - started)} ms`, answer, text);
  } catch {
    show('No answer came. Is `npm start` still running?');
  }
}

function show(note, answer, text = '') {
  const [badge, noted, headers, body] = document.querySelector('output').children;
  badge.textContent = answer ? `${answer.status} ${answer.statusText}` : '';
  badge.className = `badge status-${String(answer?.status).charAt(0)}`;
  noted.textContent = note;
  // The others are of the connection to this page, not of the answer.
  const shown = ['apigw-requestid', 'content-type', 'retry-after'].filter((name) =>
    answer?.headers.has(name),
  );
  headers.textContent = shown.map((name) => `${name}: ${answer.headers.get(name)}`).join('\n');
  body.textContent = text;
}
