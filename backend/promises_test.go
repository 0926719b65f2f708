package backend_test

// A promise of the exchange, and the tests that hold it.
type promise struct {
	name, says string
	tests      []string // package and function
	note       string   // what they need, and how a long form runs
}

// promises are the rows of RELIABILITY.md.
var promises = []promise{
	{"Acknowledged writes",
		"What was answered with success is there after the process was " +
			"killed at any moment, as it was sent, once; a transaction that the " +
			"local network has taken is mined, or waits again, after a start.", []string{
			"backend TestAcknowledgedOrdersSurviveKill",
			"backend/chain/local TestKillAfterSend",
			"backend/chain/local TestSentTransactionsOnDisk",
			"store TestKilledWriterLosesNothing",
			"store TestGroupMembersFailAlone",
		}, "Long form: -kills 10000 -timeout 24h; it prints how long restarts take."},
	{"Deaths at named points",
		"The process can die before, in and after a commit, an award, a " +
			"transaction or a block: nothing acknowledged is lost and nothing " +
			"is settled twice.", []string{
			"store TestKilledAtNamedPoints",
			"backend/delta TestAwardsSurviveCrashes",
			"backend/chain/local TestKill",
			"backend TestSimulation",
		}, "Long form: BOURSE_TEST_LONG=1."},
	{"Power cuts",
		"Whatever a power cut takes of what was not flushed, the store " +
			"opens and has every acknowledged record, and the chain its newest " +
			"block.", []string{
			"store TestPowerLoss",
			"store TestPowerLossFindsMissingFlushes",
			"backend/chain/local TestRecoverHead",
		}, "Needs /dev/fuse."},
	{"Failed flushes",
		"After a flush that failed, once or for ever, nothing is " +
			"acknowledged before a restart.", []string{
			"store TestFailedFlush",
			"store TestFailedAndShortWrites",
			"backend TestSimulation",
		}, "Needs /dev/fuse."},
	{"Full disk",
		"A full disk refuses writes by name and goes on reading; with room " +
			"again writing goes on without a restart.", []string{
			"store TestFullDisk",
			"store TestFullFileSystem",
			"backend/chain/local TestFullDisk",
			"backend/chain/local TestRunOutlivesFullDisk",
			"backend/orders TestStoreThatRefusesWrites",
		}, ""},
	{"Wrong descriptions",
		"No allowance and no transaction goes to what is not the contract that a network's " +
			"description says: addresses that were exchanged or put in another's place, " +
			"exchanged symbols, factories, fees and standards are named.", []string{
			"backend/proof TestFindings",
			"backend TestWrongDescription",
		}, ""},
	{"Nodes that lie",
		"No log, answer or head of one node ends an order by itself: a block's hash proves " +
			"its bloom and that speaks of each log, the order contract has to agree, and " +
			"where there are several nodes they have to. An end that the contract denies is " +
			"undone, named and counted; a node that turns to another network is noticed.",
		[]string{
			"backend/orders TestInventedLogs",
			"backend/orders TestContractDeniesLogs",
			"backend/orders TestDeniedEndsAreUndone",
			"backend/chain TestChainIDChangesUnderWay",
			"backend/chain TestNodeThatRunsNoCalls",
		}, ""},
	{"Places over ssh",
		"A connection ends with its session, whoever goes on holding it; a client that is " +
			"gone without a word is given up; an address, or a network of IPv6, takes a " +
			"bounded number of places. Nobody who has all of them keeps others out, and " +
			"connections that say nothing take none of a session.", []string{
			"views/sshd TestConnectionsEndWithTheirSession",
			"views/sshd TestSilentClientsAreGivenUp",
			"views/sshd TestSessionsOfManyGiveWay",
			"views/sshd TestSilentConnectionsGiveWay",
			"backend/seats TestIdleSeatsGiveWayFirst",
			"backend/seats TestAddressesAreCountedAsOne",
		}, ""},
	{"Visitors over ssh",
		"An account is lent once: nothing that a visitor signed moves anything of who " +
			"comes later. What an address may take away is bounded and made up for, and a " +
			"faucet that runs low lends less and keeps nobody out.", []string{
			"views/sshd TestOrdersLeftBehindSellNothing",
			"views/sshd TestVisitorLeavesNothingBehind",
			"views/sshd TestThievesAreToldToWait",
			"views/sshd TestAccountsThatComeBackEmpty",
			"views/sshd TestPurseIsNeverEmpty",
			"views/sshd TestFaucetRunsLow",
		}, ""},
	{"The local chain's door",
		"A start on a full disk ends with the reason; receipts in memory are bounded " +
			"whatever blocks are filled with; web sockets are opened by pages of this " +
			"machine alone; of its places nobody has all. Nobody else has the keys of the " +
			"network's own accounts; the one whose key is public signs nothing and has nothing. " +
			"Who watches the chain, however many, holds up no block and fills no memory, and who " +
			"has it reckon, or read receipts, waits for the others who do; of large receipts a " +
			"few are on their way at the same time.", []string{
			"backend/chain/local TestStartOnFullDisk",
			"backend/chain/local TestStartEndsWhenToldTo",
			"backend/chain/local TestReceiptsInMemoryAreBounded",
			"backend/chain/local TestSilentConnectionsOutsideGiveWay",
			"backend/chain/local TestHouseHasASecret",
			"backend/chain/local TestDeployerSignsNothing",
			"backend/chain/local TestDeployerHasNothing",
			"backend/chain/local TestFiltersKeepNothing",
			"backend/chain/local TestSubscribersHoldNobodyUp",
			"backend/chain/local TestOutsideWaitsForItsTurn",
			"backend/chain/local TestReceiptsFillNoMemory",
			"backend/chain/local TestWebSocketOrigins",
		}, ""},
	{"Floods of logs",
		"Blocks of the local chain that somebody fills with logs, of nobody or of a listed " +
			"token, hold neither what follows the chain nor an order up, and a search for logs " +
			"reads no more of them than a client can want.", []string{
			"backend/chain/local TestLogsAreTheNodes",
			"backend/delta TestAFloodOfLogsHoldsNobodyUp",
			"backend/chain/local TestSearchesForLogsAreBounded",
		}, ""},
	{"Damage",
		"Damage of any page or file is found and named; no wrong data is " +
			"served and nothing panics.", []string{
			"store TestFlippedBits",
			"store TestDamagedFiles",
			"store TestTornHeader",
			"store TestCheckListsDamage",
			"backend TestDamageStopsTheStartByName",
			"backend/orders TestDamagedRecordIsNamed",
			"backend/chain/local TestDamagedFiles",
		}, ""},
	{"One process",
		"A second process on a data folder is refused at once, and told " +
			"which process has it.", []string{
			"backend TestSecondProcessIsRefused",
			"store TestSecondProcessIsRefused",
			"backend/chain/local TestSecondProcess",
		}, ""},
	{"Simulations",
		"A contract sees of a simulation what it will see of the block: fees, " +
			"maker, time, limits, balances. An order that settles in simulations " +
			"alone costs four failures at most, further and further apart, and " +
			"ends with the reason; what failures may cost a day is bounded, and what one owner " +
			"makes fail stops the orders of no other.", []string{
			"backend/chain TestSimulationsCannotBeToldFromBlocks",
			"backend/chain TestSimulationsArePaidFor",
			"backend/chain TestPreparedTransactionsAreTriedAsTheyAreSent",
			"backend/delta TestTelltaleOrdersCostLittle",
			"backend/delta TestThePurseOutlivesARestart",
			"backend/delta TestPermitsAreJudgedWithLittleGas",
			"backend/delta TestOneBlockEmptiesNoPurse",
			"backend/delta TestMakersWhoTakeBackEmptyNoPurse",
			"backend/delta TestOwnersWhoMoveAwayEmptyNoPurse",
			"backend/delta TestOpenOrdersHideNoRecord",
			"backend/delta TestAPoolThatIsTakenAwayEmptiesNoPurse",
			"backend/delta/auction TestThePurse",
		}, ""},
	{"Front-runners",
		"Who trades in an order's route just before each of its settlements pays for it and ends " +
			"nothing: the order goes on, and its owner is not blamed, be that a key or a " +
			"contract, and whatever else he sends meanwhile. A pool that is taken away " +
			"in front of one settlement is gone round by the next. What its owner made fail, " +
			"or code of his, ends it after four times. Dear transactions in blocks with room " +
			"raise nobody's fees.", []string{
			"backend/delta TestOrdersOutliveWhoFrontRunsThem",
			"backend/delta TestAPoolThatIsTakenAwayStopsNobody",
			"backend/delta TestPoolsThatAreTakenAwayEndNoOrder",
			"backend/delta/auction TestTheWayRoundPools",
			"backend/swap TestWeakenedPoolsAreThoseThatPayLess",
			"backend/delta TestOwnersWhoMoveAwayEndTheirOrders",
			"backend/delta TestContractsOutliveWhoFrontRunsThem",
			"backend/delta TestOwnersWhoseCodeRefusesEndTheirOrders",
			"backend/chain TestFees",
		}, ""},
	{"Makers with code",
		"An order of a contract is in no quote before a fill of its maker was seen. One that is " +
			"refused on chain alone costs one revert: it is suspended with the reason, nothing " +
			"of its maker is quoted from then on, and the order it was to settle goes by the " +
			"pools. A transaction that fails for another reason blames nobody. So an account " +
			"that takes back what pays for its order in front of a fill costs one: the order is " +
			"in no quote for some time, and after four times none of the account's is. What " +
			"others do, and what was not prepared here, leaves no maker out.", []string{
			"backend/orders TestStrangersLeaveNoMakerOut",
			"backend/orders TestWhoTakesBackOftenIsLeftOut",
			"backend/orders TestOnlyWhoTakesBackIsLeftOut",
			"backend/orders TestNamesAloneLeaveNobodyOut",
			"backend/delta TestAMakerWhoTakesBackCostsOneRevert",
			"backend/delta TestAMakerWhoTakesBackStopsOneSwap",
			"backend/delta TestATurncoatMakerCostsOneRevert",
			"backend/delta TestATurncoatInASwapIsBlamed",
			"backend/orders TestMakersWithCodeAreQuotedOnceFilled",
		}, ""},
	{"Event streams",
		"Nobody has all of them: where none is left the newest of whoever has most ends, and who " +
			"has fewer gets its place; many addresses of a network are one there. A book that is " +
			"followed to many depths is read once for all of them. What streams missed is told " +
			"in turns of their clients, one part at a time: who missed little waits for " +
			"nobody's much.",
		[]string{
			"backend/server TestReplaysTakeTurns",
			"backend/seats TestManyGiveWay",
			"backend/seats TestANetworkGivesWay",
			"backend/server TestFeedsOfOneBookShareItsReading",
			"backend/server TestAStreamThatGivesWaySaysSo",
			"backend/server TestStreamsOfOneClient",
		}, ""},
	{"Tokens that nobody knows",
		"Naming one in a quote reads nothing: one worker looks for them, clients " +
			"in turn, while quotes go on and blocks are followed; who named it is " +
			"answered within a second, and may have eight looked for at once. Of 500 that " +
			"are followed each has a place of who named it: whoever has most of them gives " +
			"way, so that nobody keeps others' from being followed. Measured: beside 640 " +
			"worthless ones of 40 networks another one is priced 43 ms after it is named.",
		[]string{
			"backend TestWorthlessTokensKeepNoneFromBeingFollowed",
			"backend/swap/pools TestWhichNamedTokensGiveWay",
			"backend/swap TestStrangersTokensStallNobody",
			"backend/swap TestTheSearchInTheBackgroundStallsNobody",
			"backend/swap TestBooksAreReadBesideEachOther",
		}, ""},
	{"Cancellations of Delta orders",
		"What was acknowledged as cancelled stays so; an order whose settlement " +
			"is on its way is not cancelled, and that is said.", []string{
			"backend/delta TestAcknowledgedCancelsStand",
		}, "200 orders are cancelled at random moments."},
	{"Delta orders that are done",
		"Sums and lists of an owner's open orders read those alone, however many the owner " +
			"had.", []string{
			"backend/delta TestOpenOrdersAreReadAlone",
		}, "`BenchmarkOpenOrders`: of 10,000 three."},
	{"Orders that are held back",
		"What a stop, a take profit or an order for later waits for, and what it is, is " +
			"told to who brings its secret: not by lists, events, auctions, posting it again " +
			"or other consoles of the process, also after it ended so; nor does who knows its " +
			"fields but not its signature learn that it is there. The console keeps its " +
			"secret in its folder, and has it again by signing.", []string{
			"backend/delta TestHeldOrdersAreTheirOwnersSecret",
			"views/delta TestHeldOrdersBringTheirSecret",
			"views/delta TestHeldOrdersAreReadAgainBySigning",
		}, ""},
	{"Agents that don't keep their bids",
		"An agent elsewhere that wins and does not settle delays one order by " +
			"two blocks, and sits out over all orders, for twice as long each " +
			"time. One that settles for less than its bid paid has that of one order, is " +
			"told of with both amounts and sits out for longer. One that settles what it was " +
			"not awarded is told of.", []string{
			"backend/delta TestAnAgentThatNeverSends",
			"backend/delta TestAnAgentThatPaysLessThanItBid",
			"backend/delta TestAnAgentElsewhere",
			"backend/delta/auction TestAbsencesDouble",
		}, ""},
	{"Floods of bids",
		"An agent elsewhere whose bids burn all gas that they are given costs a round a quarter " +
			"of the time between two blocks, and 250 ms at least, all agents together twice " +
			"that: orders are settled as without it. Its bids are refused with the reason, and " +
			"it sits out like one that does not settle.", []string{
			"backend/delta TestOneAgentsBidsHoldNoRoundUp",
			"backend/delta/auction TestAFloodOfBidsCostsItsAgentAlone",
			"backend/delta/auction TestABidThatIsNotSimulatedFailsAlone",
			"backend/delta/auction TestAnAgentsBestBidsAreTried",
		}, ""},
	{"Floods of simulations",
		"What clients have simulated of contracts of their own choosing waits for turns, one of " +
			"an address at a time, which who had least has first, with what the next one may " +
			"use. A turn counts as the gas that it used, not as what the clock says on a busy " +
			"machine, and little gas is tried before much is waited for. Measured on one: " +
			"beside twenty addresses that burn any gas a transaction is prepared after 16 to 72 " +
			"ms, beside twenty that burn much after 0.25 to 0.8 s, as medians, and none is " +
			"refused.", []string{
			"backend TestAFloodOfSimulationsLeavesOthersTheirTurns",
			"backend/chain TestClientsTakeTurns",
			"backend/turns TestAnAddressHasNotAllTurns",
			"backend/turns TestShortTurnsComeBeforeLongOnes",
		}, ""},
	{"Floods of logs",
		"Receipts that clients name are read one by one in their turns, however many logs " +
			"somebody wrote, and what they ask that takes too long or is too large is no failure " +
			"of a node that answers others meanwhile. Measured beside 20 connections that ask " +
			"for the movements of 400,000 logs, and beside 64 that ask for a transaction with " +
			"35,000: Delta orders settle after 2.0 and 2.1 s, as without, and memory is below " +
			"400 MB.", []string{
			"backend/chain TestWhatClientsAskFailsNoNodeThatLives",
			"backend/chain TestReceiptsAreReadInTurns",
			"backend/chain/local TestReceipts",
			"backend/client TestMovementsComeInParts",
		}, ""},
	{"Clocks",
		"A clock that jumps stops no block, revives or ends no order, opens" +
			" or closes no rate limit and no price for good.", []string{
			"backend/chain/local TestClockJumps",
			"backend/orders TestExpiry",
			"backend/server TestRateLimits",
			"backend/swap/seal TestSealBindsKindNetworkAndTime",
			"backend TestSimulation",
		}, ""},
	{"Reorganisations",
		"Whatever leaves the chain is undone, however deep, and the state " +
			"is what reading everything anew gives.", []string{
			"backend/orders TestReorganisations",
			"backend/orders TestDeepReorganisation",
			"backend/orders TestSessionAgreesWithContracts",
			"backend/chain TestReorganisations",
			"backend/delta TestReorganisations",
			"backend TestReorganisationsBringDeltaOrdersBack",
			"backend TestDeepReorganisationBringsADeltaOrderBack",
		}, ""},
	{"Nodes that fail or lie",
		"A node that fails, lags or lies changes no state; it is told, and " +
			"the service goes on when the node is honest again.", []string{
			"backend/chain TestFaultyNode",
			"backend/chain TestFaultsAreTyped",
			"backend/chain TestWrongNetwork",
			"backend/chain TestBatchOutOfOrder",
			"backend/chain TestHugeAnswer",
			"backend/chain TestOnlyTheEVMSaysRevert",
			"backend/orders TestFailingNodeChangesNothing",
			"backend/delta TestBlocksThatCantBeTakenIn",
			"backend/contracts TestEventsWithoutTheirData",
		}, ""},
	{"Linearizability",
		"What many clients post, cancel and read of an order at the same " +
			"time has one order in time.", []string{
			"backend/orders TestOrdersAreLinearizable",
			"backend/orders TestLinearModelFindsStaleReads",
		}, ""},
	{"Models",
		"Random orders, fills, cancellations, expiries and coverage leave " +
			"every state, list, book and page as a plain model has them.", []string{
			"backend/orders TestStatesAgainstModel",
			"backend/orders TestMemoryAgainstModel",
			"backend/orders TestTransitionTable",
			"backend/delta TestTransitions",
			"store TestAgainstModel",
		}, "Long form: -rapid.checks=20000."},
	{"Signatures",
		"A signature counts in its canonical forms only, by its signer, for" +
			" its network, contract and type.", []string{
			"backend/eip712 TestVerifyJudgesEveryForm",
			"backend/eip712 TestTypedDataHashesAsGoEthereumDoes",
			"backend/orders TestSignatures",
			"backend/delta TestSubmissionsThatAreRefused",
		}, ""},
	{"Owners that are contracts",
		"A contract judges its signature with bounded gas and time, and is " +
			"asked again before it counts. So it is whether it takes the NFT that it buys. " +
			"Contracts take turns, with one order each, and have a hundred open Delta orders " +
			"at most, so that many orders of many contracts keep no other from its round.",
		[]string{
			"backend/delta TestContractOwnersTakeTurns",
			"backend/delta TestAFreshContractIsAskedBeforeThoseThatNobodySettles",
			"backend/orders TestBidsOfContractsThatTakeNoNFT",
			"backend/orders TestContractMakers",
			"backend/orders TestContractMakersAreJudgedAgain",
			"backend/delta TestOwnersThatAreContracts",
			"backend/delta TestCostlyOwnersPayWithTheirOwnTime",
			"backend/delta TestPostsOfCostlyOwners",
			"backend/eip712 TestERC1271Helpers",
		}, ""},
	{"False prices",
		"A pool that holds next to nothing moves no price, fires no order that waits for one " +
			"and refuses no swap; nor do trades with oneself, offers of a unit, and tokens " +
			"that turn once they are traded, over which no honest route goes; a trade that is " +
			"undone within two blocks fires nothing; who holds a price longer, or has it at " +
			"the ends of blocks alone, pays more than trading it back earns. A pool that is " +
			"there between blocks alone lets nothing go and holds nothing back. A book is a " +
			"price where both sides trade an amount.",
		[]string{
			"backend/delta TestThinPoolsFireNothing",
			"backend/delta TestTradingForMomentsFiresNothing",
			"backend/delta TestPushesAtTheEndsOfBlocks",
			"backend/delta TestAPoolThatIsThereBetweenBlocksFiresNothing",
			"backend/delta TestAPoolThatIsThereBetweenBlocksHoldsNoStopBack",
			"backend/delta TestPoolsWithMostOfAMarketFireNothing",
			"backend/delta TestTradingWithOneselfFiresNothing",
			"backend/delta TestTokensThatTurnHarmNobody",
			"backend/delta TestPricesThatMoveRefuseNobody",
			"backend/delta TestUnitsInABookAreNoPrice",
			"backend/market TestPricesThatRoundToNothing",
			"backend/market TestOnePoolIsNotThePrice",
			"backend/market TestSteadyValuesIgnoreMoments",
			"backend/swap TestOracleValuesWhatPoolsDoNot",
		}, "With -v they print what each attack cost and what trading it back earns."},
	{"Agents' own tokens",
		"An agent that settles from its own tokens pays no more than the pools would have paid " +
			"at the last blocks: who pushes all pools for a block and has orders of his " +
			"own matched there pays for his trades, and the agent loses nothing. Pools that were " +
			"not there throughout each block count nothing.", []string{
			"backend/delta TestAgentsOwnTokensAreNotSoldForPoolsNobodyCanUse",
			"backend/delta TestAgentsOwnTokensAreNotSoldForMoments",
			"backend/delta TestAgentsTradeTheirTokensBack",
		}, "With -v it prints what the attacker won and the agents lost."},
	{"Announcements",
		"Who makes an account offers without end takes the place of no announcement of what " +
			"happened to it, and holds none up, whatever the other side does; nor does who fills " +
			"an order by next to nothing thousands of times.", []string{
			"backend/webhook TestOffersHoldNothingUp",
			"backend/webhook TestFillsOfOneOrderHoldNothingUp",
			"backend/announce TestManyFillsOfABlockAreOne",
			"backend/webhook TestDelivery",
			"backend/webhook TestASlowServerHoldsUpNothing",
		}, ""},
	{"Crowds of held orders",
		"Neither an owner with as many held orders as one may have nor many accounts that hold " +
			"nothing delay another owner's stop by more than two blocks. A level that the market " +
			"has passed is looked at whatever others hold near theirs, and what comes due at " +
			"once goes in turns, unfunded orders last.", []string{
			"backend/delta TestCrowdsDelayNobodysStop",
			"backend/delta TestWhoIsPassedIsLookedAt",
			"backend/delta TestTimesThatComeAtOnce",
		}, ""},
	{"Pools of other exchanges",
		"A quote on a pool of Pancake V3, Algebra or a vault is what the original contract pays, " +
			"to the wei, and a fee that its oracle or plugin sets at the swap is what a sale on " +
			"it shows; what no fee explains is not traded. One on a pool of Solidly V3 or " +
			"Infinity is what a contract of ours pays that is written like theirs, at a fee " +
			"that may be another with every block. An executor of before goes on with what it " +
			"knows.", []string{
			"backend/swap/pool TestConcentratedIsTheContractOfOthers",
			"backend/swap/pool TestVaultIsTheContract",
			"backend/swap TestSwapsOnPancakeV3",
			"backend/swap TestSwapsOnSolidlyV3",
			"backend/swap TestSwapsOnInfinity",
			"backend/swap TestSwapsOnIntegral",
			"backend/swap TestSwapsThroughAVault",
			"backend/swap TestExecutorOfBefore",
		}, "BOURSE_CASES=10000 holds as many random pools of each kind to the contract."},
	{"Dust in books",
		"Orders that are not worth the gas of their fill, however many and at whatever price, " +
			"hide no others from quotes, swaps and Delta agents. Those that nobody can fill " +
			"take no place of a book or of its depth.", []string{
			"backend/orders TestOneBalanceFillsNoBook",
			"backend/orders TestUnfillableOrdersTakeNoPlace",
			"backend/delta TestDustHidesNoBook",
		}, ""},
	{"Settlements that wait",
		"A settlement is offered no more than four times its round's price of gas, nothing while " +
			"one before it waits, and after its deadline it is replaced by nothing and its order " +
			"let go.", []string{
			"backend/delta/auction TestASettlementThatWaitsIsNotPaidForAtAnyPrice",
		}, ""},
	{"Sealed prices",
		"A price that was changed, is old, or is of another network or kind" +
			" is refused.", []string{
			"backend/swap/seal TestSealKnowsItsOwn",
			"backend/swap/seal TestSealBindsKindNetworkAndTime",
			"backend TestSealsBindKindAndTime",
		}, ""},
	{"Permits",
		"Every kind of permit settles or fills; one of a wrong length or " +
			"that does not work is named, and one that a stranger handed in before with what " +
			"to sign instead.", []string{
			"backend/delta TestEveryKindOfPermitSettles",
			"backend/delta TestFaultyFieldsAreNamed",
			"backend/orders TestFillWithMakersPermit",
			"backend/orders TestPermitsCoverWhileTheyWork",
			"backend/eip712 TestPermitsAreEncodedAsContractsDecodeThem",
		}, ""},
	{"Fuzzing",
		"No bytes from outside make a decoder panic, disagree with its " +
			"reference, or take without bound.", []string{
			"backend/server FuzzOrderBody",
			"backend/server FuzzRequestTarget",
			"backend/server FuzzPlainRefusal",
			"backend/eip712 FuzzOrderHash",
			"backend/eip712 FuzzVerify",
			"backend/api FuzzUnpackAsset",
			"backend/orders FuzzDecode",
			"backend/delta FuzzRow",
			"backend/chain FuzzHeader",
			"backend/chain FuzzLogs",
			"backend/swap/seal FuzzCheck",
			"backend/swap/pool FuzzStable",
			"backend/swap/pool FuzzConcentrated",
			"store FuzzVerify",
			"wallet/describe FuzzTransaction",
			"wallet FuzzImportKeystore",
			"wallet FuzzIndex",
			"wallet FuzzMnemonic",
			"ui FuzzSettings",
		}, "Long form: one at a time, with -fuzz=NAME -fuzztime=10m."},
	{"Hostile HTTP",
		"Slow, endless, malformed or too many requests cost what they are " +
			"allowed, and others are served: prices are searched for clients in turn, by network " +
			"and address, and for auctions first. Nobody has all connections, or all memory for " +
			"answers, by leaving untaken what he asked for: whoever has most gives way.", []string{
			"backend TestFloodsOfPricesLeaveOthersTheirTurns",
			"backend/turns TestWhoAsksLittleGoesFirst",
			"backend/turns TestWhoHasMostPlacesGivesThem",
			"backend/turns TestNobodyStarves",
			"backend/turns TestNewAddressesDelayNobodyKnown",
			"backend/server TestHostileRequests",
			"backend/server TestHostileSockets",
			"backend/server TestPipelinedRequests",
			"backend/server TestIdleConnectionsMakeRoom",
			"backend/server TestSlowReadersAreCutOff",
			"backend/server TestSlowReadersGiveWay",
			"backend/seats TestWhoHasMostConnectionsGivesWay",
			"backend/seats TestAnsweredConnectionsStay",
			"backend/seats TestWhoLeavesMostBytesGivesWay",
			"backend/server TestLargeRepliesAreBounded",
			"backend/server TestPathTricks",
			"backend/server TestTransportErrors",
			"backend/server TestHostsOfALoopbackListener",
		}, ""},
	{"Risks of interfaces",
		"Each risk of the OWASP list for interfaces has a test: " +
			"authorisation by signature alone, fields, resources, functions, " +
			"flows, upstreams, configuration, inventory.", []string{
			"backend/server TestCredentialsChangeNothing",
			"backend/server TestClientsSetOnlyTheirFields",
			"backend/server TestTheTableOfRoutesIsSafe",
			"backend/server TestHeadersTellNothing",
			"backend/server TestEveryPathBothWays",
			"backend/server TestRateLimitOverHTTP",
		}, ""},
	{"Keys",
		"Keys are on disk for their owner alone and encrypted, and in no " +
			"memory, log or page longer than they are needed.", []string{
			"wallet TestMemory",
			"wallet TestNoKeyIsLeftInMemory",
			"wallet TestNoPasswordIsLeftInMemory",
			"wallet TestSecretsAreNeverPrinted",
			"wallet TestKeystoreFilesAreWhatOtherWalletsRead",
			"wallet TestStandardScrypt",
		}, ""},
	{"Tokens of all kinds",
		"Tokens that tax, refuse, lie, burn gas or carry terminal codes are" +
			" traded exactly or refused, and harm nobody else's orders. What can't be read is " +
			"said to be that, and is not taken for nothing, or for a token of another kind.",
		[]string{
			"backend/chain/local TestTokenKinds",
			"backend/tokens TestText",
			"backend/tokens TestKindsThatCantBeReadAreAskedAgain",
			"backend/orders TestPayingWithWhatCantBeRead",
			"backend/orders TestCollectionsThatLieToSome",
			"backend/orders TestHostileTokensHarmNobody",
			"backend/orders TestForeignHoldingsAreRationed",
			"backend/orders TestForeignContractsTakeTurns",
			"backend/orders TestNewForeignHoldingsAreRationed",
			"backend/orders TestManyForeignHoldingsCostLittle",
			"backend/chain TestHostileContracts",
			"backend/chain TestPreparedTransactionsHaveAGasLimit",
			"backend/chain TestQuarantine",
			"backend TestMemoryUnderHostileTokens",
			"backend TestTaxedTokensArriveAsPromised",
		}, "Measured: -run '^$' -bench Attacks -benchtime 1x, how long honest orders take beside " +
			"each attack. Long form: -hostile.tokens 10000 -timeout 2h."},
	{"Orders that nobody can fill",
		"Whoever posts what nothing stands behind fills no memory and no log for good: such " +
			"orders end after a time, come back by a new post, and there is room for so many. " +
			"What only a stranger's contract says is paid for has a bound of its own, of which a " +
			"contract and a maker have a share, and ends where nobody fills it; it takes no " +
			"place from what the network lists. What arrives at the same time is counted, once.",
		[]string{
			"backend TestStrangersTokensTakeTheirShare",
			"backend/orders TestWhatNobodyCanFillEnds",
			"backend/orders TestRoomForWhatNobodyCanFill",
			"backend/orders TestRoomForTheWordOfStrangers",
			"backend/orders TestTheWordOfStrangersAges",
			"backend/orders TestStrangersWhoChangeTheirWord",
			"backend/orders TestArrivingOrdersAreCountedOnce",
			"backend/delta TestHeldOrdersOfLittleAreUnpaid",
			"backend/delta TestUnreadOrdersAreUnpaid",
		}, ""},
	{"Forged facts",
		"Whoever can write to the log of facts cancels no Delta order without its owner's " +
			"signature, changes nothing that one signed and puts none in another one's place; an " +
			"order that a fact says a contract has signed is asked of that contract.", []string{
			"backend/delta TestForgedFactsOfDeltaOrdersComeToNothing",
			"backend/orders TestForgedFactsOfContractsAreInNoBook",
		}, ""},
	{"Ends",
		"An order's end is final: a cancel that was acknowledged is not undone, at any node, " +
			"whatever was on its way and whatever an agent does. Only a reorganisation leads back.",
		[]string{
			"backend/delta TestAcknowledgedCancelsStand",
			"backend/delta TestALateAwardUndoesNoCancel",
			"backend/delta TestTransitions",
			"backend TestCancelsStandAtAllNodes",
		}, "Long form: -cancels 1000; for all nodes -handovers 200."},
	{"Several machines",
		"What a node of an exchange acknowledged all nodes have, once, whatever is " +
			"killed, paused, cut off or full: nodes and members of etcd; and all nodes " +
			"answer alike.", []string{
			"backend TestTwoNodesAreOneExchange",
			"backend TestAcknowledgedOrdersSurviveEtcd",
			"backend TestAcknowledgedOrdersSurviveNodes",
			"backend TestFaultRun",
			"backend TestPartitions",
			"backend TestNodesWithoutEtcd",
			"backend TestRevisionsCoverWhatTheyAcknowledge",
			"backend TestACutOffNodeSaysHowOldItIs",
			"backend TestNodesTellAlikeWhatTheChainDidToOrders",
			"backend TestHandOversSettleOnce",
			"backend TestFromOneMachineToSeveralAndBack",
			"store/facts/etcd TestThreeMembers",
			"store/facts/etcd TestFinalFactsLeaveTheLog",
			"store/facts/etcd TestFactsOfANewerProgramStopTheNode",
		}, "Long form: -faults 200, -nodekills 200, -handovers 200, -acknowledgements 10000, " +
			"-cuts 10, -faultrun 1h, and as root -partitions 10."},
	{"Who is a node",
		"Where an exchange has a key, nothing that was not signed with it for its place in the " +
			"log is taken in by any node, whoever can write to etcd: it is passed over by " +
			"all, named and counted. The key is given and changed while orders come in.",
		[]string{
			"backend TestStrangersInventNothing",
			"store/facts/etcd TestStrangersPostNoFacts",
			"store/facts/etcd TestWhatIsTakenAwayIsPutBack",
			"store/facts/etcd TestWhatWasSignedHoldsInItsPlaceAlone",
			"store/facts/etcd TestSigningBegins",
			"store/facts/etcd TestTheKeyIsChanged",
			"store/facts/etcd TestTheRuleIsReplaced",
		}, ""},
	{"Read before signed",
		"Sign counts only after every word and check of the dialog stood on the " +
			"screen, at any size from 80×24 up; what can't be signed asks for nothing.", []string{
			"views/sign TestWhatIsNotInSightIsNotSigned",
			"views/sign TestWhatFliesByIsNotRead",
			"views/sign TestWhatIsBlockedAsksForNothing",
			"views/sign TestSignCountsOnceItCouldBeRead",
			"views/screenshots TestNothingUnreadIsSigned",
		}, "Long form: BOURSE_FUZZ_PRESSES=100000 and -timeout 12h; BOURSE_FUZZ_SEED=2 goes " +
			"another way."},
	{"What is signed was asked for",
		"Whatever a server prepares of any kind, nothing can be signed by which more leaves " +
			"the account than was agreed to, less comes, or somebody gets a right: the " +
			"chain is the judge, words and wish say no before.", []string{
			"views/route TestNoLieIsSigned",
			"views/route TestWordsAreWhatTheChainDoes",
			"views/sign TestLiesAreNotSigned",
			"views/sign TestWhatDiffersIsSaid",
			"wallet/describe TestPathsAreWhatTheySay",
		}, "Long form: BOURSE_LIES=10000."},
	{"What is signed happens once",
		"From the moment a key has signed, it is followed by hash and nonce, over restarts, " +
			"whatever was answered; a second try has the same nonce, so that one of the two " +
			"counts at most.", []string{
			"views/sign TestALostReplyIsNoFailure",
			"views/sign TestWhatIsFoundWasSent",
			"views/sign TestWhatIsHiddenKeepsItsNonce",
			"views/sign TestWhatNobodyKnowsIsSentAgain",
			"views/sign TestAnEarlierSessionsEndIsTold",
			"views/sign TestASecondTryOfAnOrderIsTheSameOrder",
		}, ""},
	{"What is told is the chain's",
		"With a node of one's own, what accounts hold, have allowed and have filled and what is " +
			"left of orders is its word, also of what a service hides; without one it is marked " +
			"as the service's. A stop's " +
			"trail that falls is refused, and what a service says that it cancelled is looked " +
			"at again.", []string{
			"backend/pins TestAnOwnNodeTellsWhatIsOnes",
			"backend/pins TestHiddenNFTsAreFound",
			"commands TestWhatIsOnesOwnIsTheNodes",
			"backend/pins TestFillsWithoutANodeAreTheServicesWord",
			"backend/pins TestWhatAServiceKeepsTheNodeHandsOn",
			"backend/api TestNotHeldAs",
			"views/console TestTheLossLimitDoesNotBelieve",
			"views/console TestFillsByWordSaySo",
		}, ""},
	{"Soak",
		"Goroutines, files and memory do not grow with requests.", []string{
			"backend TestSoak",
			"backend/demo TestMemoryStaysFlat",
		}, "Long form: BOURSE_TEST_LONG=8h and -timeout 9h."},
	{"Simulation",
		"The whole exchange under node, disk and clock faults, deaths and " +
			"reorganisations keeps its invariants, and a seed repeats exactly.", []string{
			"backend TestSimulation",
		}, "Long form: -timeout 3h -sim.seeds 1000; again after a failure: " +
			"-sim.seeds 1 -sim.first SEED."},
	{"Versions",
		"A store of every earlier version is brought up to date or left as " +
			"it was; one of a later version is refused by name.", []string{
			"store TestUpgrades",
			"store TestFailedUpgradeChangesNothing",
			"backend/delta TestUpgradeFromJSON",
		}, ""},
}
