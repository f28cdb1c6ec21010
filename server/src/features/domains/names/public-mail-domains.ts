/** Domains where anyone can get an address. Nobody could publish a value in their DNS anyway: refusing them early says why. */
const PUBLIC_MAIL_DOMAINS: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com outlook.com outlook.de outlook.fr outlook.es hotmail.com hotmail.co.uk hotmail.de hotmail.fr hotmail.it
live.com live.co.uk live.de live.fr msn.com passport.com
yahoo.com yahoo.co.uk yahoo.co.jp yahoo.co.in yahoo.de yahoo.fr yahoo.it yahoo.es yahoo.com.br yahoo.ca ymail.com rocketmail.com myyahoo.com
aol.com aim.com verizon.net icloud.com me.com mac.com
proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tuta.com tuta.io tutamail.com keemail.me
gmx.com gmx.net gmx.de gmx.at gmx.ch gmx.us web.de freenet.de t-online.de mailbox.org posteo.de posteo.net email.de mail.de
mail.com email.com usa.com post.com zoho.com zohomail.com fastmail.com fastmail.fm hushmail.com hey.com duck.com
yandex.com yandex.ru ya.ru mail.ru bk.ru inbox.ru list.ru internet.ru rambler.ru
qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com aliyun.com 139.com 189.cn
naver.com hanmail.net daum.net nate.com kakao.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp
orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr libero.it virgilio.it tiscali.it alice.it tin.it
seznam.cz centrum.cz email.cz post.cz wp.pl o2.pl onet.pl interia.pl op.pl gazeta.pl
uol.com.br bol.com.br terra.com.br ig.com.br rediffmail.com
comcast.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net optonline.net shaw.ca rogers.com sympatico.ca
btinternet.com sky.com virginmedia.com talktalk.net ntlworld.com blueyonder.co.uk bigpond.com optusnet.com.au
bluewin.ch hispeed.ch telenet.be skynet.be ziggo.nl kpnmail.nl planet.nl xs4all.nl home.nl telia.com
mailinator.com guerrillamail.com yopmail.com 10minutemail.com temp-mail.org sharklasers.com`.split(/\s+/),
);

export function isPublicMailDomain(domain: string): boolean {
  return PUBLIC_MAIL_DOMAINS.has(domain);
}
