// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';

import { CsvButton } from '../../../web/src/components/shared/csv-button.ts';

describe('the button for the numbers of a picture', () => {
  it('hands out a file of what is drawn when it is pressed', async () => {
    const made: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      made.push(blob as Blob);
      return 'blob:of-the-table';
    });
    const clicked: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      clicked.push(this.download);
    });
    const button = new CsvButton();
    button.heading = 'Noise by batch size';
    let rows = [[1]];
    button.table = () => ({ columns: ['x'], rows });
    document.body.append(button);
    await button.updateComplete;
    const inner = button.shadowRoot!.querySelector('button')!;
    expect(inner.getAttribute('aria-label')).toBe('Download as CSV: Noise by batch size');
    rows = [[2]];
    inner.click();
    expect(clicked).toEqual(['noise-by-batch-size.csv']);
    expect(await made[0].text()).toBe('x\n2\n');
  });
});
