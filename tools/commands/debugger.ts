import inspector from 'node:inspector';

const usualPort = 9229;

export const inspectHelp = `--inspect            lets a debugger attach, at port ${usualPort} or a free one; nothing times out`;

/** Lets a debugger attach, only from this machine: it can do everything that this process can. Returns its port. */
export function openInspector(): number {
  for (const port of [usualPort, 0]) {
    // Node prints it if the port is in use.
    if (inspector.url() === undefined) inspector.open(port, '127.0.0.1');
  }
  return Number(new URL(`${inspector.url()}`).port);
}
