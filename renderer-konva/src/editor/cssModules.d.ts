/** A CSS module: its class names, as the bundler has made them unique. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
