// Package junit reads the XML that test runners write since JUnit: Surefire, Gradle, pytest,
// jest, Playwright, go-junit-report, nextest, PHPUnit, mocha and many others. There is no
// standard, and every attribute may be missing:
//
//	<testsuites name="nightly" tests="3" failures="1" time="4.2">
//	  <testsuite name="com.acme.CartTest" tests="3" failures="1" errors="0" skipped="1" time="4.2" timestamp="2026-05-01T02:00:00Z">
//	    <testcase name="adds" classname="com.acme.CartTest" time="1.1"/>
//	    <testcase name="pays" classname="com.acme.CartTest" time="3.0">
//	      <failure type="AssertionError" message="3 is not 4">at CartTest.java:26</failure>
//	    </testcase>
//	    <testcase name="ships" classname="com.acme.CartTest"><skipped message="no truck"/></testcase>
//	  </testsuite>
//	</testsuites>
//
// A test case is one test. Retries are written in two ways: flakyFailure, flakyError,
// rerunFailure and rerunError inside of a case, each one attempt (Surefire, nextest), or the
// case once more (pytest-rerunfailures, gotestsum), which counts as a retry only where a
// case that failed is followed by another of its name: parameters and titles that were given
// twice repeat names too. pytest writes of attempts before the last one that they were, and not
// that they failed; its ids are unique, so that each repeated one is a retry. What the suites state about themselves is held against their cases.
//
// Surefire and Gradle write one file for each class, TEST-com.acme.CartTest.xml: those of one
// folder and one time are one run, and so are those of behave, TESTS-cart.xml.
package junit
