import { expect } from 'chai';
import { isLocalHost, readConfiguration } from './readConfiguration.ts';

const problemsOf = (env: Record<string, string>): readonly string[] => {
  const result = readConfiguration(env, '/srv/cobble');
  return result.ok ? [] : result.problems;
};

describe('readConfiguration', () => {
  it('needs no variables', () => {
    expect(readConfiguration({}, '/srv/cobble')).to.deep.equal({
      ok: true,
      configuration: {
        host: 'localhost',
        port: 4000,
        databaseUrl: null,
        acceptUnsafeDatabase: false,
        redisUrl: null,
        smtpUrl: null,
        mailFrom: 'Cobble <hello@localhost>',
        dataFolder: '/srv/cobble/.cobble',
        fetchesFonts: true,
        hasLiveRooms: true,
        storesApp: true,
        fetchesImages: true,
        appUrl: 'http://localhost:4000',
        pagesHost: 'localhost:4000',
        embedsHost: 'embeds.localhost:4000',
        trustedProxies: 0,
        metricsPort: null,
        metricsAddress: '127.0.0.1',
        dnsServers: [],
        cdnPurgeUrl: null,
        cdnPurgeToken: null,
        isLocal: true,
      },
    });
  });

  it('reads all variables', () => {
    const env = {
      PORT: '80',
      HOST: '0.0.0.0',
      DATABASE_URL: 'postgres://me:secret@db.example.com/cobble',
      COBBLE_ACCEPT_UNSAFE_DATABASE: '1',
      REDIS_URL: 'rediss://:secret@redis.example.com:6380/1',
      SMTP_URL: 'smtps://mail.example.com',
      MAIL_FROM: 'Cobblers <hi@example.com>',
      COBBLE_DATA: '/var/lib/cobble',
      COBBLE_FETCH_FONTS: '0',
      COBBLE_LIVE_ROOMS: '0',
      COBBLE_OFFLINE: '0',
      COBBLE_FETCH_PICTURES: '0',
      APP_URL: 'https://cobble.example.com/',
      PAGES_HOST: 'Pages.example.com',
      EMBEDS_HOST: 'Cobble-embeds.example',
      TRUSTED_PROXIES: '1',
      METRICS_PORT: '9464',
      METRICS_ADDRESS: '10.0.0.5',
      DNS_SERVERS: '9.9.9.9, 127.0.0.1:5353,[::1]:53',
      CDN_PURGE_URL: 'https://cdn.example.com/purge',
      CDN_PURGE_TOKEN: 'secret',
    };
    expect(readConfiguration(env, '/srv/cobble')).to.deep.equal({
      ok: true,
      configuration: {
        host: '0.0.0.0',
        port: 80,
        databaseUrl: 'postgres://me:secret@db.example.com/cobble',
        acceptUnsafeDatabase: true,
        redisUrl: 'rediss://:secret@redis.example.com:6380/1',
        smtpUrl: 'smtps://mail.example.com',
        mailFrom: 'Cobblers <hi@example.com>',
        dataFolder: '/var/lib/cobble',
        fetchesFonts: false,
        hasLiveRooms: false,
        storesApp: false,
        fetchesImages: false,
        appUrl: 'https://cobble.example.com',
        pagesHost: 'pages.example.com',
        embedsHost: 'cobble-embeds.example',
        trustedProxies: 1,
        metricsPort: 9464,
        metricsAddress: '10.0.0.5',
        dnsServers: ['9.9.9.9', '127.0.0.1:5353', '[::1]:53'],
        cdnPurgeUrl: 'https://cdn.example.com/purge',
        cdnPurgeToken: 'secret',
        isLocal: false,
      },
    });
  });

  it('derives the pages host from the port', () => {
    const result = readConfiguration({ PORT: '4321' }, '/');
    expect(result.ok && result.configuration.appUrl).to.equal('http://localhost:4321');
    expect(result.ok && result.configuration.pagesHost).to.equal('localhost:4321');
  });

  it('treats an empty variable as unset', () => {
    expect(problemsOf({ PORT: '', DATABASE_URL: ' ' })).to.deep.equal([]);
  });

  const bad: readonly (readonly [variable: string, value: string, expected: string])[] = [
    ['PORT', 'http', 'a whole number from 1 to 65535'],
    ['PORT', '0', 'a whole number from 1 to 65535'],
    ['PORT', '65536', 'a whole number from 1 to 65535'],
    ['PORT', '40.5', 'a whole number from 1 to 65535'],
    ['HOST', 'http://localhost', 'a host name or an IP address'],
    ['METRICS_PORT', '0', 'the port of the metrics'],
    ['METRICS_PORT', '4000', 'another port than that of the server'],
    ['METRICS_ADDRESS', '0.0.0.0:9464', 'a host name or an IP address'],
    ['HOST', 'a b', 'a host name or an IP address'],
    ['DATABASE_URL', 'mysql://host/cobble', 'the URL of a Postgres database'],
    ['DATABASE_URL', 'localhost:5432', 'the URL of a Postgres database'],
    ['DATABASE_URL', 'postgres://host', 'the URL of a Postgres database'],
    ['REDIS_URL', 'localhost:6379', 'the URL of a Redis'],
    ['COBBLE_ACCEPT_UNSAFE_DATABASE', 'perhaps', '1 to accept'],
    ['TRUSTED_PROXIES', 'all', 'the number of trusted proxies'],
    ['DNS_SERVERS', '9.9.9.9;8.8.8.8', 'addresses of DNS servers'],
    ['DNS_SERVERS', 'dns.example.com', 'addresses of DNS servers'],
    ['DNS_SERVERS', '9.9.9.9:70000', 'addresses of DNS servers'],
    ['CDN_PURGE_URL', 'cdn.example.com', 'the URL for purging a CDN'],
    ['COBBLE_FETCH_FONTS', 'some', '1 to fetch fonts'],
    ['COBBLE_LIVE_ROOMS', 'yes', '1 to edit pages'],
    ['COBBLE_OFFLINE', 'no', '1 to let browsers store'],
    ['COBBLE_FETCH_PICTURES', 'some', '1 to copy thumbnails'],
    ['SMTP_URL', 'https://mail.example.com', 'the URL of a mail server'],
    ['SMTP_URL', 'mail.example.com', 'the URL of a mail server'],
    ['MAIL_FROM', 'nobody', 'an email address'],
    ['MAIL_FROM', 'A <a@example.com>\nBcc: b@example.com', 'an email address'],
    ['APP_URL', 'localhost:4000', 'the origin of the app'],
    ['APP_URL', 'http://localhost:4000/app', 'the origin of the app'],
    ['PAGES_HOST', 'http://localhost:4000', 'a host, with a port'],
    ['PAGES_HOST', 'pages.example.com/x', 'a host, with a port'],
    ['PAGES_HOST', '*.example.com', 'a host, with a port'],
    ['EMBEDS_HOST', 'https://embeds.example', 'a separate host'],
    ['EMBEDS_HOST', 'localhost:4000', 'neither the app'],
    ['EMBEDS_HOST', 'ada.localhost:4000', 'nor one that a page may have'],
  ];
  for (const [variable, value, expected] of bad) {
    it(`rejects ${variable}=${JSON.stringify(value)} in one line`, () => {
      const problems = problemsOf({ [variable]: value });
      expect(problems).to.have.length(1);
      expect(problems[0])
        .to.match(new RegExp(`^${variable} is "`))
        .and.to.contain(expected);
      expect(problems[0]).to.contain(JSON.stringify(value)).and.not.to.contain('\n');
    });
  }

  it('reports every problem at once [DB4]', () => {
    expect(problemsOf({ PORT: 'x', SMTP_URL: 'y' })).to.have.length(2);
  });

  it('does not repeat passwords [DB4]', () => {
    const [problem] = problemsOf({ DATABASE_URL: 'mysql://me:se@cret@host/cobble' });
    expect(problem).to.contain('mysql://me:***@host/cobble').and.not.to.contain('cret');
    for (const [name, value] of [
      ['DATABASE_URL', 'postgres://me:se/cret@host/cobble'],
      ['DATABASE_URL', 'mysql://host/cobble?user=me&password=secret'],
      ['SMTP_URL', 'smtp://me:se?cr#et@'],
      ['REDIS_URL', 'http://:secret@redis.example.com'],
      ['CDN_PURGE_TOKEN', 'se cret'],
    ] as const) {
      const problems = problemsOf({ [name]: value });
      expect(problems[0])
        .to.contain(`${name} is`)
        .and.contain('***')
        .and.not.match(/cret|se[/? ]/);
    }
  });

  it('rejects a public app without a mail server, https or a pages host [DB5]', () => {
    const problems = problemsOf({ APP_URL: 'http://cobble.example.com' });
    expect(problems.map((line) => line.split(' ')[0])).to.deep.equal([
      'APP_URL',
      'PAGES_HOST',
      'SMTP_URL',
    ]);
  });

  it('does not show emails to other machines', () => {
    const [problem] = problemsOf({ HOST: '0.0.0.0' });
    expect(problem).to.contain('SMTP_URL is not set').and.to.contain('HOST (0.0.0.0)');
  });
});

describe('isLocalHost', () => {
  for (const host of [
    'localhost',
    'me.localhost',
    'LOCALHOST',
    '127.0.0.1',
    '127.1.2.3',
    '[::1]',
    '::1',
  ])
    it(`accepts ${host}`, () => expect(isLocalHost(host)).to.equal(true));
  for (const host of ['localhost.example.com', '127.example.com', '0.0.0.0', '::', '10.0.0.1', ''])
    it(`rejects ${host === '' ? 'an empty host' : host}`, () =>
      expect(isLocalHost(host)).to.equal(false));
});
