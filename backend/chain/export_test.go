package chain

// ReaderCode is the code of the reader of batches.
var ReaderCode = readerCode
