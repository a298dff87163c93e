/** Light or dark as the notebook says it is: JupyterLab and Visual Studio Code do, in their page's body. */
export function hostTheme(): 'light' | 'dark' | 'auto' {
  const { jpThemeLight, vscodeThemeKind } = document.body.dataset;
  if (jpThemeLight !== undefined) return jpThemeLight === 'false' ? 'dark' : 'light';
  if (vscodeThemeKind !== undefined) return vscodeThemeKind.endsWith('light') ? 'light' : 'dark';
  return 'auto';
}
