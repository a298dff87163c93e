import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Journals } from '../client/environment.ts';
import { EngineError } from '../client/error.ts';
import type { JournalEntry, JournalVariables } from '../client/protocol.ts';
import { ioError } from './files.ts';

// The privacy odometer's journals on this machine: a text file for each data file.

export const journalEnding = '.jsonl';

/** Where they are, by the variables that the native program reads, too. */
export function journalVariables(): JournalVariables {
  const { NOISY_DESCENT_STATE, XDG_STATE_HOME, HOME } = process.env;
  return { own: NOISY_DESCENT_STATE ?? '', stateHome: XDG_STATE_HOME ?? '', home: HOME ?? '' };
}

/**
 * Adds a line to the journal of a data file.
 *
 * @returns the whole journal, with what an earlier version counted for the same bytes before it
 * @throws EngineError `io-failed`
 */
export function appendJournal({ entry, records, bytes, folder }: JournalEntry): string {
  if (folder === '') throw ioError('NOISY_DESCENT_STATE', 'no folder is known: set it');
  const path = (name: string) => join(folder, `${name}${journalEnding}`);
  try {
    mkdirSync(folder, { recursive: true });
    appendFileSync(path(records), `${entry}\n`);
    const before = existsSync(path(bytes)) ? `${readFileSync(path(bytes), 'utf8')}\n` : '';
    return before + readFileSync(path(records), 'utf8');
  } catch (error) {
    throw ioError(path(records), error);
  }
}

export const journals: Journals = {
  count: async (ask) => {
    const entry = JSON.parse(await ask(journalVariables())) as JournalEntry | null;
    try {
      if (entry !== null) appendJournal(entry);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      process.emitWarning(`The odometer cannot be kept at ${error.field}: ${error.message}`);
    }
  },
};
