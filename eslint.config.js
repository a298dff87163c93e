import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import { configs as lit } from 'eslint-plugin-lit';
import globals from 'globals';
import typescript from 'typescript-eslint';

export default typescript.config(
  {
    ignores: ['build/', 'dist/', 'web/dist/', 'wasm/dist/', 'node_modules/'],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [typescript.configs.strictTypeChecked, lit['flat/recommended']],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // The index is checked by the loop that produced it; a bang says so in numeric code.
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // Lit calls an event listener of a template with its component as `this`.
    files: ['web/src/**/*.ts'],
    rules: {
      '@typescript-eslint/unbound-method': 'off',
      'no-restricted-imports': [
        'error',
        {
          name: 'lit/decorators.js',
          importNames: ['customElement'],
          message:
            'Take that of web/src/host/define.ts: a page may load two copies of the element.',
        },
      ],
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['examples/embed/**'],
    languageOptions: { globals: globals.browser },
  },
  {
    // These run before anything is built: what starts the engine belongs to tests/wasm.
    files: ['tests/{web,client}/**', 'web/**/*.test.ts', 'wasm/**/*.test.ts'],
    rules: {
      'no-restricted-imports': ['error', { patterns: ['**/wasm/node/*', '**/wasm/dist/*'] }],
    },
  },
  {
    rules: {
      eqeqeq: 'error',
      'no-console': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: "CallExpression[callee.property.name='skip']", message: 'No skipped tests.' },
        { selector: "CallExpression[callee.property.name='only']", message: 'No focused tests.' },
      ],
    },
  },
  prettier,
);
