// Package allure reads a folder of Allure results, which its adapters write for many
// frameworks: one document for each attempt at a test, …-result.json:
//
//	{"uuid":"2a36-e10","historyId":"9b44","fullName":"shop.CartTest.pays","name":"pays","status":"broken","stage":"finished",
//	 "statusDetails":{"message":"no till","trace":"RuntimeException: no till"},
//	 "labels":[{"name":"suite","value":"shop.CartTest"}],"parameters":[{"name":"card","value":"visa"}],
//	 "start":1777600800000,"stop":1777600803000}
//
// Results of one historyId are attempts at one test, in the order of their starts; the last
// one decides. The results of a folder are one run as long as their times lie together.
// Containers, …-container.json, say what was set up around tests, and …-globals.json which
// errors belong to none of them; they are kept as events. Where no test failed but a fixture or
// something outside of the tests did, as a hook before all that kept its tests from running, the
// run failed for that reason.
package allure
