export function looksLikeJson(file: { name: string; type: string }): boolean {
  return /\.json$/i.test(file.name) || file.type === 'application/json';
}
