/**
 * The product's colours and fonts for emails and the server's own pages. Email clients do not
 * support custom properties, so the values are literal.
 */
export const THEME = {
  paper: '#FBF7F0',
  card: '#FFFFFF',
  ink: '#1E1A16',
  mutedText: '#6B6258',
  line: '#E6DED1',
  accent: '#2B4EFF',
  marigold: '#FFB52E',
  heading: '"Archivo Black", "Arial Black", Arial, sans-serif',
  body: 'Inter, "Helvetica Neue", Arial, sans-serif',
  mono: '"Roboto Mono", "Courier New", monospace',
} as const;
