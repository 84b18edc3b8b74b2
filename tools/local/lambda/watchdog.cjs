const { workerData: parent } = require('node:worker_threads');

// A thread of an instance. It ends a function in an endless loop after the process that started it has ended.

function isAlive() {
  try {
    // Linux and macOS give an orphan another parent; Windows does not.
    return process.ppid === parent && process.kill(parent, 0);
  } catch {
    return false;
  }
}

setInterval(() => {
  if (!isAlive()) process.kill(process.pid, 'SIGKILL');
}, 1_000);
