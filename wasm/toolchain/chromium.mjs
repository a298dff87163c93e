// A headless Chromium for tests and measurements.
import { chromium } from 'playwright-core';

import { Failure } from './process.mjs';
import { findChromium } from './system.mjs';

// Nothing of the browser's own may use the network or the graphics card.
const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

// The address bar's suggestions are pages of their own, which take a third of the processor time of opening one of ours. Of two
// lists Chromium takes the last, so that what playwright turns off for the sake of tests stands here again.
const turnedOff = [
  'AimEnabled',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/**
 * Starts the Chromium that set-up found (NOISY_DESCENT_CHROMIUM, else the one on PATH).
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function launchChromium() {
  const executablePath = findChromium();
  if (!executablePath)
    throw new Failure('Chromium is missing (or set NOISY_DESCENT_CHROMIUM to its path)');
  // Chromium's sandbox does not work for root.
  const args = [...quiet, `--disable-features=${turnedOff.join(',')}`];
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  return chromium.launch({ executablePath, args, headless: true });
}
