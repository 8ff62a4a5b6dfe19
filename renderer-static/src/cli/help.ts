const EVERYWHERE = `  --json          say how it ended as one line of JSON on stdout
  -q, --quiet     say nothing but errors
  -h, --help      this text`;

const KITS = `  --kit <module>  a JavaScript module whose default export is a kit, or a list of them;
                  it is run (may be repeated)`;

/** What each command says of itself. */
export const HELP = {
  cobble: `Pages and sites of Cobble as plain files.

Usage: cobble <command> [options]

  cobble render <page.json> [-o <file>]    a page as one HTML document
  cobble export <site> -o <site.zip>       a site as files that any static host serves as they are
  cobble import <site.zip> -o <folder>     an exported site, checked, as a folder
  cobble check <site or page>              tells what is wrong, and writes nothing

cobble <command> --help says more. It ends with 0 when all went well, 1 when something in a page or
an archive is refused or wrong, 2 when it was not understood, 3 when a file cannot be read or written.
`,
  render: `A page as one HTML document.

Usage: cobble render <page.json> [options]

<page.json> is a page of any version up to this one, or - for stdin.

  -o, --output <file>  where to; without it, stdout
  --url <address>      where the page will stand, for its canonical link
  --asset-base <text>  put before /assets/...
  --font-base <text>   where fonts lie instead of /fonts
  --policy-in-head     let the document say its own Content-Security-Policy
  --safe-mode          the author's own code does not run
${KITS}
${EVERYWHERE}
`,
  export: `A site as files that any static host serves as they are.

Usage: cobble export <site> -o <site.zip or folder> [options]

<site> is an archive, a folder that one was unpacked into, a folder of pages, or pages (*.json) one
by one. The page with the slug "main" becomes index.html, the others <slug>.html.

  -o, --output <path>  a .zip, or a folder
  --url <address>      where the site will stand: canonical links and a sitemap need it
  --origin <origin>    links to this origin lead to the site's own pages (may be repeated)
  --name <name>        what the site is called
  --assets <folder>    where the pages' assets lie; default: assets/ beside the pages
  --fonts <folder>     where font files lie; default: installed @fontsource packages
  --all                the JSON of private, restricted and disabled pages too: an archive to keep,
                       not to put on a host
  --force              write into a folder that is not empty, or over a file
${KITS}
${EVERYWHERE}
`,
  import: `An exported site, checked, as a folder that can be served, changed and exported again.

Usage: cobble import <site.zip> -o <folder> [options]

Nothing in the archive is trusted: names, sizes and checksums are checked, HTML is made anew from the
pages, and nothing is written when anything is wrong.

  -o, --output <folder>  where to
  --fonts <folder>       where font files lie that the archive lacks
  --force                write into a folder that is not empty
${KITS}
${EVERYWHERE}
`,
  check: `Tells what is wrong with pages and archives, and writes nothing.

Usage: cobble check <site.zip, folder or page.json>... [options]

Ends with 1 where something is refused, or where there are warnings and --strict.

  --strict        warnings count too
${KITS}
${EVERYWHERE}
`,
} as const;

/** A command's name. */
export type CommandName = Exclude<keyof typeof HELP, 'cobble'>;
