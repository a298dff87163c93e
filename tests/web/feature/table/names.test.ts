import { describe, expect, it } from 'vitest';

import type { InspectReport } from '../../../../web/src/engine/types.ts';
import { named } from '../../../../web/src/feature/table/names.ts';

const reportOf = (names: string[], more: object = {}) =>
  ({ delimiter: ',', header: true, columns: names.map((name) => ({ name })), ...more }) as InspectReport; // prettier-ignore

async function renamed(text: string | Uint8Array<ArrayBuffer>, names: string[], more?: object) {
  const answer = await named({ name: 'a.csv', blob: new Blob([text]) }, reportOf(names, more));
  return answer && { bytes: await answer.file.blob.bytes(), given: answer.given };
}
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('columns without a name of their own', () => {
  it('get one, and the rows stay byte for byte', async () => {
    const answer = await renamed('\ufeffage,age,,é,age 2\n1,"2\n",3,4,5\n', ['age', 'age', '', 'é', 'age 2']); // prettier-ignore
    expect(answer?.given).toEqual(['age 3', 'column 3']);
    expect(textOf(answer!.bytes)).toBe('"age","age 3","column 3","é","age 2"\n1,"2\n",3,4,5\n');
  });

  it('keep other names in whatever encoding they are', async () => {
    const latin = Uint8Array.from('é;;é', (letter) => letter.charCodeAt(0));
    const answer = await renamed(latin, ['é', '', 'é'], { delimiter: ';' });
    const letters = String.fromCharCode(...answer!.bytes);
    expect(letters).toBe('"é";"column 2";"é 2"');
  });

  it('are left where names are clean, or where nothing can be written', async () => {
    expect(await renamed('a,b\n', ['a', 'b'])).toBeNull();
    expect(await renamed('a,a\n', ['a', 'a'], { isCompressed: true })).toBeNull();
  });
});
