const COMMON_OPTIONS = `  --json          print the result as one line of JSON on stdout
  -q, --quiet     print nothing but errors
  -h, --help      print this text`;

const KIT_OPTION = `  --kit <module>  a JavaScript module whose default export is a kit or a list of kits;
                  the module is executed (may be repeated)`;

/** Help texts by command. */
export const HELP = {
  cobble: `Cobble pages and sites as plain files.

Usage: cobble <command> [options]

  cobble render <page.json> [-o <file>]    render a page as one HTML document
  cobble export <site> -o <site.zip>       export a site as files for any static host
  cobble import <site.zip> -o <folder>     check an exported site and unpack it
  cobble check <site or page>              report problems without writing anything

Run cobble <command> --help for details. Exit codes: 0 success, 1 a page or an archive was rejected or,
with check --strict, has problems, 2 invalid arguments, 3 a file cannot be read or written.
`,
  render: `Render a page as one HTML document.

Usage: cobble render <page.json> [options]

<page.json> is a page of the current or an older version, or - for stdin.

  -o, --output <file>  output file; default: stdout
  --url <address>      public URL of the page, for its canonical link
  --asset-base <text>  prefix for /assets/...
  --font-base <text>   folder of the font files; default: /fonts
  --policy-in-head     write the Content-Security-Policy into the document
  --safe-mode          do not run code embeds
${KIT_OPTION}
${COMMON_OPTIONS}
`,
  export: `Export a site as files for any static host.

Usage: cobble export <site> -o <site.zip or folder> [options]

<site> is an archive, an unpacked archive, a folder of pages, or single pages (*.json). The page with
the slug "main" becomes index.html, the others <slug>.html.

  -o, --output <path>  a .zip file or a folder
  --url <address>      public URL of the site, for canonical links and the sitemap
  --origin <origin>    rewrite links to this origin to the site's own pages (may be repeated)
  --name <name>        name of the site
  --assets <folder>    folder of the pages' assets; default: assets/ next to the pages
  --fonts <folder>     folder of the font files; default: installed @fontsource packages
  --all                include private, restricted and disabled pages as JSON, for a backup that is
                       not hosted
  --force              overwrite a file, or write into a folder that is not empty
${KIT_OPTION}
${COMMON_OPTIONS}
`,
  import: `Check an exported site and unpack it into a folder that can be served, edited and exported again.

Usage: cobble import <site.zip> -o <folder> [options]

The archive is not trusted: names, sizes and checksums are checked, the HTML is rendered again from
the pages, and nothing is written if there is a problem.

  -o, --output <folder>  output folder
  --fonts <folder>       folder of font files that are missing from the archive
  --force                write into a folder that is not empty
${KIT_OPTION}
${COMMON_OPTIONS}
`,
  check: `Report problems in pages and archives without writing anything.

Usage: cobble check <site.zip, folder or page.json>... [options]

Exits with 1 if something is rejected, and with --strict also if there are warnings.

  --strict        treat warnings as errors
${KIT_OPTION}
${COMMON_OPTIONS}
`,
} as const;

/** Name of a command. */
export type CommandName = Exclude<keyof typeof HELP, 'cobble'>;
