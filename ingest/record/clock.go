package record

import "time"

// time is the instant that a time says, as parseTime reads it.
func (m *memory) time(text string) (when time.Time, plain bool) {
	if when, plain = m.clock(text); plain {
		return when, true
	}
	when, dev, plain := parseTime(text)
	plain = plain && dev == ""
	m.day = ""
	if plain && len(text) > 11 && text[10] == 'T' && text[len(text)-1] == 'Z' {
		m.day, m.dawn = text[:11], when.Truncate(24*time.Hour).Unix()
	}
	return when, plain
}

// clock reads a time of the same day as the one before, as 10:00:00.250Z behind the T.
func (m *memory) clock(text string) (when time.Time, ok bool) {
	if m.day == "" || len(text) < 20 || text[:11] != m.day || text[len(text)-1] != 'Z' || text[13] != ':' || text[16] != ':' {
		return when, false
	}
	h, hour := twoDigits(text[11:13], 24)
	n, minute := twoDigits(text[14:16], 60)
	s, second := twoDigits(text[17:19], 60)
	nanos, fraction := fractionOf(text[19 : len(text)-1])
	if !hour || !minute || !second || !fraction {
		return when, false
	}
	return time.Unix(m.dawn+3600*h+60*n+s, nanos).UTC(), true
}

// twoDigits reads two digits that are below the limit.
func twoDigits(s string, limit int64) (n int64, ok bool) {
	n = 10*int64(s[0]-'0') + int64(s[1]-'0')
	return n, isDigit(s[0]) && isDigit(s[1]) && n < limit
}

// fractionOf reads the fraction of a second, as .25, in nanoseconds; 0 for "".
func fractionOf(s string) (nanos int64, ok bool) {
	if s == "" {
		return 0, true
	}
	if s[0] != '.' || len(s) < 2 || len(s) > 10 {
		return 0, false
	}
	for i := range 9 {
		nanos *= 10
		if i+1 < len(s) {
			if !isDigit(s[i+1]) {
				return 0, false
			}
			nanos += int64(s[i+1] - '0')
		}
	}
	return nanos, true
}
