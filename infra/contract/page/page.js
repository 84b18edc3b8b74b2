const form = document.getElementById('console');
const { example, token, contentType, body } = form.elements;
const output = form.querySelector('output');

example.addEventListener('change', () => {
  body.value = example.value;
});

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  output.textContent = '…';
  output.className = '';
  try {
    const started = performance.now();
    const answer = await fetch(form.action, { method: 'POST', headers: headers(), body: bytes() });
    const text = await answer.text();
    const milliseconds = Math.round(performance.now() - started);
    const lines = [...answer.headers].map(([name, value]) => `${name}: ${value}`);
    output.textContent = [`${answer.status}, ${milliseconds} ms`, ...lines, '', text].join('\n');
    output.className = `status-${String(answer.status).charAt(0)}`;
  } catch (error) {
    output.textContent = `No answer: ${error.message}. Is \`npm start\` still running?`;
  }
});

// The header of an empty field is not sent.
function headers() {
  return {
    ...(token.value && { authorization: `Bearer ${token.value}` }),
    ...(contentType.value && { 'content-type': contentType.value }),
  };
}

// As bytes, since the browser would add a content type to text.
function bytes() {
  return new TextEncoder().encode(body.value);
}
