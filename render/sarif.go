package render

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"runreport/analyze/report"
)

// The parts of SARIF 2.1.0 that are written.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool              sarifTool         `json:"tool"`
		AutomationDetails sarifID           `json:"automationDetails"`
		Invocations       []sarifInvocation `json:"invocations"`
		Results           []sarifResult     `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string      `json:"id"`
		Short   sarifText   `json:"shortDescription"`
		Help    sarifText   `json:"help"`
		Default sarifConfig `json:"defaultConfiguration"`
	}
	sarifConfig struct {
		Level string `json:"level"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifID struct {
		ID string `json:"id"`
	}
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level   string    `json:"level"`
		Message sarifText `json:"message"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Fingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine int64 `json:"startLine"`
	}
)

// sarif writes the issues for code scanning.
func sarif(r *report.Report, _ Options) ([]File, error) {
	key, err := reportKey(&r.Data)
	if err != nil {
		return nil, err
	}
	list, left, nowhere := issues(&r.Data)
	run := sarifRun{AutomationDetails: sarifID{"runreport/" + key + "/"}, Invocations: []sarifInvocation{{Successful: true}}}
	run.Tool.Driver = sarifDriver{Name: "runreport", Version: plain(r.Data.Version)}
	note := func(n int, why string) {
		if n > 0 {
			i := &run.Invocations[0]
			i.Notifications = append(i.Notifications, sarifNotification{"note", sarifText{counted(int64(n), "issue") + why}})
		}
	}
	note(left, " more, less urgent than these, left out for want of room.")
	note(nowhere, " left out: their evidence is in no file.")
	index := map[string]int{}
	for _, i := range list {
		at, known := index[i.rule]
		if !known {
			at = len(run.Tool.Driver.Rules)
			index[i.rule] = at
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, newSarifRule(r.Rules, i))
		}
		result := sarifResult{RuleID: plain(i.rule), RuleIndex: at, Level: sarifLevel(i.severity), Message: sarifText{sarifMessage(i.text)},
			Fingerprints: map[string]string{"runreport/v1": i.key, "primaryLocationLineHash": i.key}}
		for _, e := range i.at {
			result.Locations = append(result.Locations, sarifLocation{sarifPhysical{sarifArtifact{pathURI(e.File)}, sarifRegion{*e.Line}}})
		}
		run.Results = append(run.Results, result)
	}
	content, err := indented(sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}})
	if err != nil {
		return nil, fmt.Errorf("report.sarif: %w", err)
	}
	return []File{{Path: "report.sarif", Content: content}}, nil
}

// newSarifRule describes the rule of an issue in the report's words, where it has any.
func newSarifRule(rules []report.Rule, i issue) sarifRule {
	rule := sarifRule{ID: plain(i.rule), Short: sarifText{sarifMessage(words(i.rule))}, Help: sarifText{"No further help."}, Default: sarifConfig{sarifLevel(i.severity)}}
	for _, known := range rules {
		if known.Name == i.rule {
			rule.Short.Text, rule.Help.Text = sarifMessage(upperFirst(known.Means)), sarifMessage(upperFirst(known.Do))
		}
	}
	return rule
}

func sarifLevel(severity string) string {
	return map[int]string{0: "error", 1: "warning", 2: "note"}[urgencyRank(severity)]
}

// sarifConstruct is what a SARIF message would make a link or a blank to fill in of.
var sarifConstruct = regexp.MustCompile(`\]\(|\{[0-9]`)

// sarifMessage is a text as a message that reads as that text.
func sarifMessage(s string) string {
	return sarifConstruct.ReplaceAllStringFunc(plain(s), func(c string) string { return c[:1] + zeroWidthSpace + c[1:] })
}

// pathURI is a path below the input as a relative reference: a name with a colon or
// a blank is no scheme and no end.
func pathURI(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		parts[i] = strings.ReplaceAll(url.PathEscape(p), ":", "%3A")
	}
	return strings.Join(parts, "/")
}
