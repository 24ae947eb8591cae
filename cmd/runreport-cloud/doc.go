// Command runreport-cloud runs runreport on what lies in object storage.
//
//	runreport-cloud ingest --shard 2/8 s3://bucket/logs -o s3://bucket/parts/2
//	runreport-cloud merge s3://bucket/parts/1 s3://bucket/parts/2 -o s3://bucket/dataset
//	runreport-cloud build --dataset s3://bucket/dataset -o s3://bucket/report
//
// Every argument that is a URL of a store (s3://, gs://, azblob://, file://) is fetched into a
// temporary folder, runreport is run with the folders, and what it wrote for -o and --tables is
// sent to their URLs, the file that lists the others last. It is a program and a module of its
// own, so that runreport itself links no client of a cloud.
package main
