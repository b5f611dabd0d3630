// Sentences about a script, and whether they hold: shared by the checks in this folder.

const failures = [];

export async function check(sentence, run) {
  try {
    await run();
    console.log(`ok: ${sentence}`);
  } catch (error) {
    failures.push(sentence);
    console.log(`FAILED: ${sentence}\n${error.stack ?? error} ${error.errno ?? ""}`);
  }
}

export function same(one, other, about) {
  if (JSON.stringify(one) !== JSON.stringify(other))
    throw new Error(`${JSON.stringify(one)}\nis not\n${JSON.stringify(other)}\nafter ${about}`);
}

export const end = () => process.exit(failures.length ? 1 : 0);
