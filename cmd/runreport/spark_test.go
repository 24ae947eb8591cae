package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// cluster is a standalone master of Spark and its workers, processes of their own on the
// loopback.
type cluster struct {
	t       *testing.T
	home    string // of Spark
	master  string
	workers []*exec.Cmd
}

// newCluster starts a cluster of two workers. A test is skipped where RUNREPORT_SPARK names no
// folder of Python packages with PySpark, as .ci/engines makes it.
func newCluster(t *testing.T) *cluster {
	t.Helper()
	packages := os.Getenv("RUNREPORT_SPARK")
	if packages == "" {
		t.Skip("Spark is not here: .ci/engines FOLDER --spark installs it")
	}
	c := &cluster{t: t, home: filepath.Join(packages, "pyspark")}
	port := freePort(t)
	c.master = fmt.Sprintf("spark://127.0.0.1:%d", port)
	c.start("master.Master", "--host", "127.0.0.1", "--port", fmt.Sprint(port), "--webui-port", "0")
	within(t, time.Minute, "the master answers", func() bool {
		conn, err := net.Dial("tcp", strings.TrimPrefix(c.master, "spark://"))
		if err == nil {
			conn.Close()
		}
		return err == nil
	})
	for range 2 {
		c.addWorker()
	}
	return c
}

func (c *cluster) addWorker() {
	c.workers = append(c.workers, c.start("worker.Worker", "--host", "127.0.0.1", "--webui-port", "0",
		"--cores", "1", "--memory", "600m", "--work-dir", c.t.TempDir(), c.master))
}

// start runs a class of Spark's, in a group of its own so that its executors end with it.
func (c *cluster) start(class string, args ...string) *exec.Cmd {
	c.t.Helper()
	args = append([]string{"org.apache.spark.deploy." + class}, args...)
	p := exec.Command(filepath.Join(c.home, "bin", "spark-class"), args...)
	p.Env = c.env()
	p.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	log, err := os.Create(filepath.Join(c.t.TempDir(), class+".log"))
	if err != nil {
		c.t.Fatal(err)
	}
	p.Stdout, p.Stderr = log, log
	if err := p.Start(); err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() {
		kill(p)
		log.Close()
	})
	return p
}

func (c *cluster) env() []string {
	return append(os.Environ(), "SPARK_HOME="+c.home, "SPARK_SCALA_VERSION=2.13", "SPARK_DAEMON_MEMORY=256m",
		"SPARK_LOCAL_IP=127.0.0.1", "PYTHONPATH="+filepath.Dir(c.home), "PYSPARK_PYTHON=python3")
}

// kill ends a process and those it started.
func kill(p *exec.Cmd) {
	_ = syscall.Kill(-p.Process.Pid, syscall.SIGKILL) // it may have ended
	_ = p.Wait()                                      // how does not matter
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

func within(t *testing.T, limit time.Duration, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(limit); !is(); time.Sleep(200 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: not within %s", what, limit)
		}
	}
}

// submit is docs/spark.py over the logs as a process.
func (c *cluster) submit(logs, dataset string, tasks int) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		c.t.Fatal(err)
	}
	p := exec.Command(filepath.Join(c.home, "bin", "spark-submit"), "--master", c.master,
		"--conf", "spark.executor.memory=512m", "--conf", "spark.executor.cores=1",
		"--conf", "spark.ui.enabled=false", "--conf", "spark.driver.host=127.0.0.1",
		filepath.Join("..", "..", "docs", "spark.py"), "--root", logs, "--tasks", fmt.Sprint(tasks), "--together", "3",
		"--program", "/usr/bin/env "+asProgram+"=1 "+self, dataset)
	p.Env = c.env()
	p.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return p
}

// ask has the views asked of this cluster, over so many partitions, and of the engines beside it.
func (c *cluster) ask(partitions int) {
	c.t.Setenv("RUNREPORT_ENGINES", filepath.Dir(c.home))
	// 200 partitions, the default, are for data of another size.
	c.t.Setenv("PYSPARK_SUBMIT_ARGS", "--master "+c.master+" --conf spark.executor.memory=512m "+
		"--conf spark.driver.host=127.0.0.1 "+
		"--conf spark.ui.showConsoleProgress=false --conf spark.sql.shuffle.partitions="+fmt.Sprint(partitions)+" pyspark-shell")
	for _, variable := range c.env() {
		if name, value, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "SPARK_") {
			c.t.Setenv(name, value)
		}
	}
}

// submitKilling is submit whose first worker is killed when it has begun a task; another takes its
// place. It reports whether one was killed.
func (c *cluster) submitKilling(logs, dataset string, rnd *rand.Rand) bool {
	c.t.Helper()
	job := c.submit(logs, dataset, 6)
	out, err := job.StderrPipe()
	if err != nil {
		c.t.Fatal(err)
	}
	if err := job.Start(); err != nil {
		c.t.Fatal(err)
	}
	var said []string
	begun := false
	for lines := bufio.NewScanner(out); lines.Scan(); {
		said = append(said, lines.Text())
		if !begun && strings.Contains(lines.Text(), "Starting task") {
			begun = true
			time.Sleep(time.Duration(rnd.IntN(4000)) * time.Millisecond)
			kill(c.workers[0])
			c.workers = c.workers[1:]
			c.addWorker()
		}
	}
	if err := job.Wait(); err != nil {
		c.t.Fatalf("%v\n%s", err, strings.Join(said[max(0, len(said)-40):], "\n"))
	}
	return begun
}
