import assert from 'node:assert/strict';

/** Runs a command of the night, and returns all that it prints, whatever its exit code is. */
type Night = (line: string) => Promise<string>;

/** What look prints beside a function that is closed. */
const isClosed = /> npm run night -- open /;

const questions = ['runtimes', 'log requests', 'query'];

/**
 * Closes a stage, and opens it again. Look must see both. All else that look names is what the emulator lacks. It is
 * printed, with the answers to the other commands: the emulator has no saved queries, and runs functions that are closed.
 */
export async function tryNight(night: Night, askAsClient: () => Promise<number>): Promise<void> {
  const before = await night('look --all');
  console.log(before);
  assert.doesNotMatch(before, isClosed);

  console.log(await night('close --confirm production'));
  assert.match(await night('look'), isClosed);
  console.log(`A client gets ${await askAsClient()} from the emulator. AWS should answer 503.`);

  console.log(await night('open --confirm production'));
  assert.doesNotMatch(await night('look --all'), isClosed);
  assert.equal(await askAsClient(), 200);

  assert.match(await night('forget --confirm production'), /^Done: /m);
  for (const line of questions) console.log(await night(line));
}
