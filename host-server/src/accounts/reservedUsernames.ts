import { imitatesStaff, staffKey } from './imitatesStaff.ts';

/**
 * Words that nobody can register as a username: routes, system and staff, mail, protocols, the
 * product, and names of files.
 */
const WORDS = {
  routes: `
    about account accounts activate affiliate affiliates all analytics announcement announcements
    api apis app apps archive archives article asset assets auth authenticate authorize billing blog
    blogs bookmark bookmarks bot bots browse cache calendar callback canonical careers cart category
    categories cdn channel channels chat checkout code codes collection collections comment comments
    community compare config connect contact contacts contribute cookie cookies copyright create
    dashboard data delete demo demos dev developer developers diary discover discovery docs
    documentation domain domains download downloads draft drafts edit editor embed embeds event
    events example examples explore export faq faqs favicon feature features feed feedback feeds
    file files find flag follow follower followers following font fonts forgot forum forums gallery
    get-started group groups guide guides help home homepage host hosting hosts howto html image
    images img import inbox index info insights invite invites issue issues item items job jobs join
    js json jwt landing legal library license list lists live local localhost log login logout logs
    mailbox main manage map maps marketplace media member members message messages metrics mobile
    moderate modal modals my new news newsletter next no nobody notification notifications null oauth
    offer offers onboarding openid order orders page pages paper partner partners password pay
    payment payments paypal people photo photos plan plans policy policies popular portal post posts
    premium press preview pricing privacy private product products profile profiles project projects
    promo public publish random recollect-email recent redeem redirect refund register reports reset
    responses ring rings room rooms rss sales sandbox save script scripts search secure self service services
    session sessions settings setup share shop showcase sign-in sign-out sign-up signin signout
    signup site sitemap sites socket socket-io source src ssl staging start static stats status
    store stories stream street stripe style styles stylesheet subdomain subscribe subscription
    subscriptions sudo-mod sync tag tags team teams template templates term terms test tests
    testing theme themes thread today token tokens tool tools topic topics tour town trash trending
    trial true false undefined unsubscribe update updates upgrade upload uploads url user username
    users vendor verify version video videos view visitor voucher vouchers webhook webhooks
    webmaster website websites welcome widget widgets wiki work
  `,
  systemAndStaff: `
    admin administration administrator admins anonymous basic canary cluster daemon database db
    debug default everyone guest insider internal manager me mod moderator moderators mods mysql
    none official operator owner plus postgres pro redis resident root staff sudo superuser
    supporter support sys sysadmin sysop system trust-safety unknown
  `,
  mail: `
    abuse alerts autoconfig autodiscover bounce bounces contact-us dkim dmarc email emails
    hostmaster imap list-request listserv mail mailer mailer-daemon mailerdaemon mails mx no-reply
    noreply notify pop pop3 postmaster reply security smtp spam spf webmail woolgather
  `,
  protocols: `
    acme broadcasthost dns dns0 dns1 dns2 dns3 ftp ftps git gopher http httpd https irc isatap it
    ldap mail0 mail1 mail2 ns ns0 ns1 ns2 ns3 ns4 proxy rsync sftp ssh ssladmin ssladministrator
    sslwebmaster stun tcp telnet tls turn udp usenet uucp vpn wais well-known wpad ws wss www www0
    www1 www2 www3 www4 xmpp
  `,
  product: `
    cobble cobbles cobble-team cobble-town cobblehq cobbleteam cobbletown made-on madeon square
    staff-pick staff-picks starter town-portal towncrier townhall town-hall
  `,
  files: `
    ads-txt apple-app-site crossdomain favicon-ico feed-xml humans humans-txt manifest robots
    robots-txt security-txt service-worker sitemap-xml sw sw-js
  `,
};

/** HTTP status codes of IANA's registry, and those that servers commonly invent. */
const STATUS_NUMBERS = `
  100 101 102 103 200 201 202 203 204 205 206 207 208 226 300 301 302 303 304 305 306 307 308 400
  401 402 403 404 405 406 407 408 409 410 411 412 413 414 415 416 417 418 419 420 421 422 423 424
  425 426 428 429 431 440 444 449 450 451 494 495 496 497 498 499 500 501 502 503 504 505 506 507
  508 509 510 511 520 521 522 523 524 525 526 527 530 598 599
`;

const words = (text: string): string[] => text.trim().split(/\s+/);

const RESERVED: ReadonlySet<string> = new Set([
  ...Object.values(WORDS).flatMap(words),
  ...words(STATUS_NUMBERS),
  'email',
  'n',
  's',
]);

/** Keys of the words for the product and its staff; look-alike spellings have the same key. */
const OURS: ReadonlySet<string> = new Set(
  [...words(WORDS.systemAndStaff), ...words(WORDS.product)].map(staffKey),
);

/**
 * Whether a username is reserved, regardless of case: a reserved word, a look-alike of a word for
 * the product or its staff, or a name that presents its owner as the product or its staff.
 */
export function isReservedUsername(username: string): boolean {
  const isWord = RESERVED.has(username.toLowerCase());
  return isWord || OURS.has(staffKey(username)) || imitatesStaff(username);
}
