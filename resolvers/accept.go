package resolvers

import (
	"mime"
	"strconv"
	"strings"
)

// acceptable chooses the media type of an answer by the Accept headers: the one the client likes best, of
// equally liked ones the first it names, application/json where it does not care; "" when it takes none.
func acceptable(headers []string) string {
	if len(headers) == 0 {
		return mediaJSON
	}
	best, bestQuality := "", 0.0
	for _, item := range strings.Split(strings.Join(headers, ","), ",") {
		media, params, err := mime.ParseMediaType(item)
		if err != nil {
			continue
		}
		if charset := params["charset"]; charset != "" && !strings.EqualFold(charset, "utf-8") {
			continue
		}
		switch media {
		case mediaJSON, mediaResponse, mediaEvents:
		case "*/*", "application/*":
			media = mediaJSON
		default:
			continue
		}
		if q := quality(params["q"]); q > bestQuality {
			best, bestQuality = media, q
		}
	}
	return best
}

// quality reads a q parameter: 1 when absent, 0 when it is none.
func quality(s string) float64 {
	if s == "" {
		return 1
	}
	q, err := strconv.ParseFloat(s, 64)
	if err != nil || q < 0 || q > 1 {
		return 0
	}
	return q
}
