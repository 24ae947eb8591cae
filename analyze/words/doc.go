// Package words holds the small words that every sentence of the report is made of.
// Numbers in a sentence carry what they were counted over.
package words
