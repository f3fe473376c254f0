/** The 391 names that every CFF font has without saying so (Adobe Technical Note #5176, appendix A). */
export const STANDARD_STRINGS: readonly string[] = (
  '.notdef space exclam quotedbl numbersign dollar percent ampersand quoteright parenleft parenright asterisk plus comma hyphen ' +
  'period slash zero one two three four five six seven eight nine colon semicolon less equal greater question at A B C D E F G H I ' +
  'J K L M N O P Q R S T U V W X Y Z bracketleft backslash bracketright asciicircum underscore quoteleft a b c d e f g h i j k l m ' +
  'n o p q r s t u v w x y z braceleft bar braceright asciitilde exclamdown cent sterling fraction yen florin section currency ' +
  'quotesingle quotedblleft guillemotleft guilsinglleft guilsinglright fi fl endash dagger daggerdbl periodcentered paragraph ' +
  'bullet quotesinglbase quotedblbase quotedblright guillemotright ellipsis perthousand questiondown grave acute circumflex tilde ' +
  'macron breve dotaccent dieresis ring cedilla hungarumlaut ogonek caron emdash AE ordfeminine Lslash Oslash OE ordmasculine ae ' +
  'dotlessi lslash oslash oe germandbls onesuperior logicalnot mu trademark Eth onehalf plusminus Thorn onequarter divide brokenbar ' +
  'degree thorn threequarters twosuperior registered minus eth multiply threesuperior copyright Aacute Acircumflex Adieresis Agrave ' +
  'Aring Atilde Ccedilla Eacute Ecircumflex Edieresis Egrave Iacute Icircumflex Idieresis Igrave Ntilde Oacute Ocircumflex ' +
  'Odieresis Ograve Otilde Scaron Uacute Ucircumflex Udieresis Ugrave Yacute Ydieresis Zcaron aacute acircumflex adieresis agrave ' +
  'aring atilde ccedilla eacute ecircumflex edieresis egrave iacute icircumflex idieresis igrave ntilde oacute ocircumflex ' +
  'odieresis ograve otilde scaron uacute ucircumflex udieresis ugrave yacute ydieresis zcaron exclamsmall Hungarumlautsmall ' +
  'dollaroldstyle dollarsuperior ampersandsmall Acutesmall parenleftsuperior parenrightsuperior twodotenleader onedotenleader ' +
  'zerooldstyle oneoldstyle twooldstyle threeoldstyle fouroldstyle fiveoldstyle sixoldstyle sevenoldstyle eightoldstyle ' +
  'nineoldstyle commasuperior threequartersemdash periodsuperior questionsmall asuperior bsuperior centsuperior dsuperior esuperior ' +
  'isuperior lsuperior msuperior nsuperior osuperior rsuperior ssuperior tsuperior ff ffi ffl parenleftinferior parenrightinferior ' +
  'Circumflexsmall hyphensuperior Gravesmall Asmall Bsmall Csmall Dsmall Esmall Fsmall Gsmall Hsmall Ismall Jsmall Ksmall Lsmall ' +
  'Msmall Nsmall Osmall Psmall Qsmall Rsmall Ssmall Tsmall Usmall Vsmall Wsmall Xsmall Ysmall Zsmall colonmonetary onefitted rupiah ' +
  'Tildesmall exclamdownsmall centoldstyle Lslashsmall Scaronsmall Zcaronsmall Dieresissmall Brevesmall Caronsmall Dotaccentsmall ' +
  'Macronsmall figuredash hypheninferior Ogoneksmall Ringsmall Cedillasmall questiondownsmall oneeighth threeeighths fiveeighths ' +
  'seveneighths onethird twothirds zerosuperior foursuperior fivesuperior sixsuperior sevensuperior eightsuperior ninesuperior ' +
  'zeroinferior oneinferior twoinferior threeinferior fourinferior fiveinferior sixinferior seveninferior eightinferior ' +
  'nineinferior centinferior dollarinferior periodinferior commainferior Agravesmall Aacutesmall Acircumflexsmall Atildesmall ' +
  'Adieresissmall Aringsmall AEsmall Ccedillasmall Egravesmall Eacutesmall Ecircumflexsmall Edieresissmall Igravesmall Iacutesmall ' +
  'Icircumflexsmall Idieresissmall Ethsmall Ntildesmall Ogravesmall Oacutesmall Ocircumflexsmall Otildesmall Odieresissmall OEsmall ' +
  'Oslashsmall Ugravesmall Uacutesmall Ucircumflexsmall Udieresissmall Yacutesmall Thornsmall Ydieresissmall 001.000 001.001 ' +
  '001.002 001.003 Black Bold Book Light Medium Regular Roman Semibold'
).split(' ');

/** Code and name in turn. */
function encoding(text: string): ReadonlyMap<number, string> {
  const parts = text.split(' ');
  return new Map(parts.flatMap((part, i) => (i % 2 === 0 ? [[Number(part), parts[i + 1] ?? ''] as const] : [])));
}

/** Names of glyphs by code (ISO 32000-1, D.2). */
export const ENCODINGS: Readonly<Record<string, ReadonlyMap<number, string>>> = {
  StandardEncoding: encoding(
    '32 space 33 exclam 34 quotedbl 35 numbersign 36 dollar 37 percent 38 ampersand 39 quoteright 40 parenleft 41 parenright 42 ' +
      'asterisk 43 plus 44 comma 45 hyphen 46 period 47 slash 48 zero 49 one 50 two 51 three 52 four 53 five 54 six 55 seven 56 eight ' +
      '57 nine 58 colon 59 semicolon 60 less 61 equal 62 greater 63 question 64 at 65 A 66 B 67 C 68 D 69 E 70 F 71 G 72 H 73 I 74 J 75 ' +
      'K 76 L 77 M 78 N 79 O 80 P 81 Q 82 R 83 S 84 T 85 U 86 V 87 W 88 X 89 Y 90 Z 91 bracketleft 92 backslash 93 bracketright 94 ' +
      'asciicircum 95 underscore 96 quoteleft 97 a 98 b 99 c 100 d 101 e 102 f 103 g 104 h 105 i 106 j 107 k 108 l 109 m 110 n 111 o ' +
      '112 p 113 q 114 r 115 s 116 t 117 u 118 v 119 w 120 x 121 y 122 z 123 braceleft 124 bar 125 braceright 126 asciitilde 161 ' +
      'exclamdown 162 cent 163 sterling 164 fraction 165 yen 166 florin 167 section 168 currency 169 quotesingle 170 quotedblleft 171 ' +
      'guillemotleft 172 guilsinglleft 173 guilsinglright 174 fi 175 fl 177 endash 178 dagger 179 daggerdbl 180 periodcentered 182 ' +
      'paragraph 183 bullet 184 quotesinglbase 185 quotedblbase 186 quotedblright 187 guillemotright 188 ellipsis 189 perthousand 191 ' +
      'questiondown 193 grave 194 acute 195 circumflex 196 tilde 197 macron 198 breve 199 dotaccent 200 dieresis 202 ring 203 cedilla ' +
      '205 hungarumlaut 206 ogonek 207 caron 208 emdash 225 AE 227 ordfeminine 232 Lslash 233 Oslash 234 OE 235 ordmasculine 241 ae 245 ' +
      'dotlessi 248 lslash 249 oslash 250 oe 251 germandbls',
  ),
  MacRomanEncoding: encoding(
    '32 space 33 exclam 34 quotedbl 35 numbersign 36 dollar 37 percent 38 ampersand 39 quotesingle 40 parenleft 41 parenright 42 ' +
      'asterisk 43 plus 44 comma 45 hyphen 46 period 47 slash 48 zero 49 one 50 two 51 three 52 four 53 five 54 six 55 seven 56 eight ' +
      '57 nine 58 colon 59 semicolon 60 less 61 equal 62 greater 63 question 64 at 65 A 66 B 67 C 68 D 69 E 70 F 71 G 72 H 73 I 74 J 75 ' +
      'K 76 L 77 M 78 N 79 O 80 P 81 Q 82 R 83 S 84 T 85 U 86 V 87 W 88 X 89 Y 90 Z 91 bracketleft 92 backslash 93 bracketright 94 ' +
      'asciicircum 95 underscore 96 grave 97 a 98 b 99 c 100 d 101 e 102 f 103 g 104 h 105 i 106 j 107 k 108 l 109 m 110 n 111 o 112 p ' +
      '113 q 114 r 115 s 116 t 117 u 118 v 119 w 120 x 121 y 122 z 123 braceleft 124 bar 125 braceright 126 asciitilde 128 Adieresis ' +
      '129 Aring 130 Ccedilla 131 Eacute 132 Ntilde 133 Odieresis 134 Udieresis 135 aacute 136 agrave 137 acircumflex 138 adieresis 139 ' +
      'atilde 140 aring 141 ccedilla 142 eacute 143 egrave 144 ecircumflex 145 edieresis 146 iacute 147 igrave 148 icircumflex 149 ' +
      'idieresis 150 ntilde 151 oacute 152 ograve 153 ocircumflex 154 odieresis 155 otilde 156 uacute 157 ugrave 158 ucircumflex 159 ' +
      'udieresis 160 dagger 161 degree 162 cent 163 sterling 164 section 165 bullet 166 paragraph 167 germandbls 168 registered 169 ' +
      'copyright 170 trademark 171 acute 172 dieresis 174 AE 175 Oslash 177 plusminus 180 yen 181 mu 187 ordfeminine 188 ordmasculine ' +
      '190 ae 191 oslash 192 questiondown 193 exclamdown 194 logicalnot 196 florin 199 guillemotleft 200 guillemotright 201 ellipsis ' +
      '202 space 203 Agrave 204 Atilde 205 Otilde 206 OE 207 oe 208 endash 209 emdash 210 quotedblleft 211 quotedblright 212 quoteleft ' +
      '213 quoteright 214 divide 216 ydieresis 217 Ydieresis 218 fraction 219 currency 220 guilsinglleft 221 guilsinglright 222 fi 223 ' +
      'fl 224 daggerdbl 225 periodcentered 226 quotesinglbase 227 quotedblbase 228 perthousand 229 Acircumflex 230 Ecircumflex 231 ' +
      'Aacute 232 Edieresis 233 Egrave 234 Iacute 235 Icircumflex 236 Idieresis 237 Igrave 238 Oacute 239 Ocircumflex 241 Ograve 242 ' +
      'Uacute 243 Ucircumflex 244 Ugrave 245 dotlessi 246 circumflex 247 tilde 248 macron 249 breve 250 dotaccent 251 ring 252 cedilla ' +
      '253 hungarumlaut 254 ogonek 255 caron',
  ),
  WinAnsiEncoding: encoding(
    '32 space 33 exclam 34 quotedbl 35 numbersign 36 dollar 37 percent 38 ampersand 39 quotesingle 40 parenleft 41 parenright 42 ' +
      'asterisk 43 plus 44 comma 45 hyphen 46 period 47 slash 48 zero 49 one 50 two 51 three 52 four 53 five 54 six 55 seven 56 eight ' +
      '57 nine 58 colon 59 semicolon 60 less 61 equal 62 greater 63 question 64 at 65 A 66 B 67 C 68 D 69 E 70 F 71 G 72 H 73 I 74 J 75 ' +
      'K 76 L 77 M 78 N 79 O 80 P 81 Q 82 R 83 S 84 T 85 U 86 V 87 W 88 X 89 Y 90 Z 91 bracketleft 92 backslash 93 bracketright 94 ' +
      'asciicircum 95 underscore 96 grave 97 a 98 b 99 c 100 d 101 e 102 f 103 g 104 h 105 i 106 j 107 k 108 l 109 m 110 n 111 o 112 p ' +
      '113 q 114 r 115 s 116 t 117 u 118 v 119 w 120 x 121 y 122 z 123 braceleft 124 bar 125 braceright 126 asciitilde 127 bullet 128 ' +
      'Euro 129 bullet 130 quotesinglbase 131 florin 132 quotedblbase 133 ellipsis 134 dagger 135 daggerdbl 136 circumflex 137 ' +
      'perthousand 138 Scaron 139 guilsinglleft 140 OE 141 bullet 142 Zcaron 143 bullet 144 bullet 145 quoteleft 146 quoteright 147 ' +
      'quotedblleft 148 quotedblright 149 bullet 150 endash 151 emdash 152 tilde 153 trademark 154 scaron 155 guilsinglright 156 oe 157 ' +
      'bullet 158 zcaron 159 Ydieresis 160 space 161 exclamdown 162 cent 163 sterling 164 currency 165 yen 166 brokenbar 167 section ' +
      '168 dieresis 169 copyright 170 ordfeminine 171 guillemotleft 172 logicalnot 173 space 174 registered 175 macron 176 degree 177 ' +
      'plusminus 178 twosuperior 179 threesuperior 180 acute 181 mu 182 paragraph 183 periodcentered 184 cedilla 185 onesuperior 186 ' +
      'ordmasculine 187 guillemotright 188 onequarter 189 onehalf 190 threequarters 191 questiondown 192 Agrave 193 Aacute 194 ' +
      'Acircumflex 195 Atilde 196 Adieresis 197 Aring 198 AE 199 Ccedilla 200 Egrave 201 Eacute 202 Ecircumflex 203 Edieresis 204 ' +
      'Igrave 205 Iacute 206 Icircumflex 207 Idieresis 208 Eth 209 Ntilde 210 Ograve 211 Oacute 212 Ocircumflex 213 Otilde 214 ' +
      'Odieresis 215 multiply 216 Oslash 217 Ugrave 218 Uacute 219 Ucircumflex 220 Udieresis 221 Yacute 222 Thorn 223 germandbls 224 ' +
      'agrave 225 aacute 226 acircumflex 227 atilde 228 adieresis 229 aring 230 ae 231 ccedilla 232 egrave 233 eacute 234 ecircumflex ' +
      '235 edieresis 236 igrave 237 iacute 238 icircumflex 239 idieresis 240 eth 241 ntilde 242 ograve 243 oacute 244 ocircumflex 245 ' +
      'otilde 246 odieresis 247 divide 248 oslash 249 ugrave 250 uacute 251 ucircumflex 252 udieresis 253 yacute 254 thorn 255 ' +
      'ydieresis',
  ),
};

/** Characters by the names of their glyphs in an encoding; of a name with several codes, that of the first which shows something. */
function charactersOf(encodingName: string, label: string): [string, string][] {
  const decoder = new TextDecoder(label);
  return [...(ENCODINGS[encodingName] ?? [])]
    .map(([code, glyph]): [string, string] => [glyph, decoder.decode(Uint8Array.of(code))])
    .filter(([, character]) => !/\p{Cc}/u.test(character))
    .reverse();
}

// Where both have a name, the second is as the Adobe Glyph List: `currency` is the euro in later encodings of the Macintosh.
const CHARACTERS = new Map([
  ...charactersOf('MacRomanEncoding', 'macintosh'),
  ...charactersOf('WinAnsiEncoding', 'windows-1252'),
  ...Object.entries({ ff: '\ufb00', ffi: '\ufb03', ffl: '\ufb04', Lslash: '\u0141', lslash: '\u0142', minus: '\u2212' }),
]);

/** The character of a glyph's name, of those in Western fonts and of those that say it in figures; undefined for any other. */
export function characterNamed(glyph: string): string | undefined {
  const hex = /^(?:uni|u)([\dA-F]{4,6})$/.exec(glyph)?.[1];
  const code = hex === undefined ? NaN : parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : CHARACTERS.get(glyph);
}
