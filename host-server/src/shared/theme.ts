/**
 * The product's colours and type as mail programs and the server's own small pages need them:
 * written out, since mail programs know no custom properties.
 */
export const THEME = {
  paper: '#FBF7F0',
  card: '#FFFFFF',
  ink: '#1E1A16',
  quiet: '#6B6258',
  line: '#E6DED1',
  accent: '#2B4EFF',
  marigold: '#FFB52E',
  heading: '"Archivo Black", "Arial Black", Arial, sans-serif',
  body: 'Inter, "Helvetica Neue", Arial, sans-serif',
  mono: '"Roboto Mono", "Courier New", monospace',
} as const;
