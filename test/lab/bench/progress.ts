/** One line on stderr that tells how far a part is, or one line for each part where nobody watches. */
export function progress(part: string, total: number): () => void {
  const startedAt = Date.now();
  let done = 0;
  if (!process.stderr.isTTY) process.stderr.write(`${part} …\n`);
  return () => {
    done += 1;
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    const end = done === total ? '\n' : '';
    if (process.stderr.isTTY)
      process.stderr.write(`\r${part}: ${done} of ${total}, ${seconds} s${end}`);
    else if (done === total) process.stderr.write(`  ${total} in ${seconds} s\n`);
  };
}
