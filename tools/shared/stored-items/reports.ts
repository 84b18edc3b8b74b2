/** Reports every ten seconds while the work is done, and at its end, also if it ends by an error. */
export async function withReports(report: () => void, work: () => Promise<void>): Promise<void> {
  const timer = setInterval(report, 10_000);
  try {
    await work();
  } finally {
    clearInterval(timer);
    report();
  }
}
