import { describe, expect, it } from 'vitest';

import { watchedPages, settled, type VisitOptions } from './harness.ts';

const open = watchedPages();

async function panel(options?: VisitOptions) {
  const page = await open(options);
  await settled(page);
  return page.locator('nd-audit-panel');
}

describe('the audit panel', () => {
  it('proves most of a correct claim and refutes a planted defect', async () => {
    const audit = await panel();
    await audit.getByRole('button', { name: 'Audit' }).click();
    const finding = audit.locator('.verdict');
    await finding.waitFor();
    expect(await finding.innerText()).toContain('Nothing speaks against the claim');
    expect(await audit.locator('nd-audit-histogram polygon').count()).toBe(2);

    await audit.getByLabel('What to audit').selectOption('shared-noise');
    await audit.getByRole('button', { name: 'Audit' }).click();
    await audit.locator('.verdict.refuted').waitFor();
    expect(await finding.innerText()).toMatch(/^Refuted/);
  });

  it('can be cancelled and begun again with the keyboard', async () => {
    const audit = await panel();
    await audit.getByLabel('Steps').selectOption('all');
    const button = audit.getByRole('button');
    await button.focus();
    await audit.page().keyboard.press('Enter');
    await audit.getByRole('button', { name: 'Cancel' }).waitFor();
    await audit.page().keyboard.press('Enter');
    await audit.getByRole('button', { name: 'Audit' }).waitFor();
    expect(await audit.locator('.verdict, p.error').count()).toBe(0);
    await audit.getByLabel('What to audit').selectOption('exact-release');
    await button.focus();
    await audit.page().keyboard.press('Enter');
    await audit.locator('.verdict.refuted').waitFor();
  });
});
