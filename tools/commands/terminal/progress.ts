/** Shows on standard error that something takes time. Returns a function that ends it: a terminal erases the line. */
export function showProgress(
  text: string,
  stream: NodeJS.WriteStream = process.stderr,
): () => void {
  if (!stream.isTTY) {
    stream.write(`${text} …\n`);
    return () => {};
  }
  const begin = performance.now();
  const show = () => {
    const seconds = Math.floor((performance.now() - begin) / 1000);
    stream.write(`\r${text} … ${seconds === 0 ? '' : `${seconds} s`}`);
  };
  show();
  const timer = setInterval(show, 1_000);
  return () => {
    clearInterval(timer);
    stream.write('\r\u001b[K');
  };
}
