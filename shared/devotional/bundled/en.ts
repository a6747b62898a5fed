import type { DevotionalEntry } from "#shared/devotional/devotional.ts";

/** The thirty devotionals that come with the product, in English; verses from the King James Version (1769 text). */
export const devotionals: readonly DevotionalEntry[] = [
  {
    day: 1,
    title: "Walking in God’s Purpose",
    verse:
      "“For I know the thoughts that I think toward you, saith the LORD, thoughts of peace, and not of evil, to give you an expected end.” — Jeremiah 29:11 (KJV)",
    content: [
      "These words first reached people far from home. They had lost their city, their work and most of what they had planned, and someone was promising them a quick way out. God promised something better: his own thoughts towards them, thoughts of peace, kept safe through all the years of waiting.",
      "Purpose is not first of all a task that we must discover. It is a Person who knows us and does not change his mind. Because his thoughts are good, today’s small duties belong to a larger story: the meal you prepare, the neighbour you greet, the honest work that nobody applauds.",
      "You do not need to see the whole road. Offer God the next step, and take it with him. Father, I trust your thoughts about me more than my own. Lead me in your purpose today, and let what I do, small or great, bring you joy. Amen.",
    ].join("\n\n"),
  },
  {
    day: 2,
    title: "Faith Over Fear",
    verse:
      "“Have not I commanded thee? Be strong and of a good courage; be not afraid, neither be thou dismayed: for the LORD thy God is with thee whithersoever thou goest.” — Joshua 1:9 (KJV)",
    content: [
      "Moses was dead, the river lay ahead, and Joshua had a people to lead that had wept in the desert for forty years. God did not tell him that the fear was foolish. He gave him a reason to walk on in spite of it: the Lord your God is with you wherever you go.",
      "Courage in Scripture is never a feeling that we have to produce. It is obedience that leans on a presence. Fear asks, “What if?” Faith answers, “Even then, God is here.” So the command to be strong comes with the promise that makes it possible.",
      "Name the thing that frightens you today. Say it plainly to God, and then say this verse over it. You may still tremble; step forward all the same. The One who calls you has already gone where he is sending you. Lord, you are with me. That is enough for this day. Amen.",
    ].join("\n\n"),
  },
  {
    day: 3,
    title: "The Shepherd Who Stays",
    verse: "“The LORD is my shepherd; I shall not want.” — Psalm 23:1 (KJV)",
    content: [
      "David knew sheep. He had counted them at dusk, carried the weak ones and stood between them and the lion. When he looked for a picture of God, he did not choose a distant king; he chose the work he had done with his own hands. The Lord is my shepherd: the little word “my” holds the whole psalm.",
      "A sheep does not live well because it is clever. It lives well because somebody watches. To say “I shall not want” is not to say that nothing will ever be lacking; it is to say that the One who leads me knows what I need, and when.",
      "Perhaps you have been trying to shepherd yourself: planning, guarding, never quite resting. Let yourself be led today. Eat from what he gives, lie down when he says rest, and follow his voice at the next turning. Good Shepherd, I am yours. Lead me. Amen.",
    ].join("\n\n"),
  },
  {
    day: 4,
    title: "Loved Beyond Measure",
    verse:
      "“For God so loved the world, that he gave his only begotten Son, that whosoever believeth in him should not perish, but have everlasting life.” — John 3:16 (KJV)",
    content: [
      "Some words are so familiar that we no longer hear them. Read this verse slowly, and let it become news again. God loved: before anybody asked. The world: not a better version of it, but this one, with its wounds and its wandering. He gave: love that stays a feeling costs nothing, but this love gave its Son.",
      "And then comes a word wide enough for you: whosoever. There is no list of exceptions behind it, no small print about your past. The only hand that stays empty is the one that will not open.",
      "If you have known this for years, let it warm you again. If it is new to you, you may answer with the simplest of prayers: Lord Jesus, I believe you. Forgive me and give me your life. Then carry this love to one person today who thinks that they have been forgotten. Amen.",
    ].join("\n\n"),
  },
  {
    day: 5,
    title: "A Straight Path",
    verse:
      "“Trust in the LORD with all thine heart; and lean not unto thine own understanding. In all thy ways acknowledge him, and he shall direct thy paths.” — Proverbs 3:5-6 (KJV)",
    content: [
      "We like to understand before we trust. God often invites us to do it the other way round. Leaning is a matter of weight: we rest it on something. Our own understanding is a good servant, but it is a thin staff for the whole weight of a life.",
      "To acknowledge him in all our ways means the ordinary ones too: the message before it is sent, the money before it is spent, the plan before it is proud. It takes only a moment to say, “Lord, this also is yours.” A thousand such moments make a path.",
      "Notice the promise: he will direct. Not always quickly, and not always where we expected, but truly. If you stand at a crossing today, do the next right thing you already know, and leave the bend in the road to him. Father, I lean on you with all my heart. Make my way straight. Amen.",
    ].join("\n\n"),
  },
  {
    day: 6,
    title: "Strength for Everything",
    verse: "“I can do all things through Christ which strengtheneth me.” — Philippians 4:13 (KJV)",
    content: [
      "Paul wrote this in chains. He was not boasting that he could win every race; he was saying that he could be content in a full house and in an empty one, praised or forgotten. “All things” means every kind of day, and the secret of every kind of day is Christ.",
      "There is great relief in this. You are not asked to be strong on your own account. You are asked to stay close to the One who strengthens. His strength usually arrives in the measure of the task, not before it: bread for today, courage for this conversation, patience for this child.",
      "What lies before you that feels too heavy? Do not pray only that it may become lighter. Pray that Christ may be strong in you while you carry it. Then begin. You will find him already at work. Lord Jesus, be my strength in plenty and in need. Amen.",
    ].join("\n\n"),
  },
  {
    day: 7,
    title: "Peace That Stands Guard",
    verse:
      "“Be careful for nothing; but in every thing by prayer and supplication with thanksgiving let your requests be made known unto God. And the peace of God, which passeth all understanding, shall keep your hearts and minds through Christ Jesus.” — Philippians 4:6-7 (KJV)",
    content: [
      "Anxiety talks in circles. It asks the same question at midnight that it asked at noon, and it never waits for an answer. Paul does not scold the anxious heart; he gives it another conversation. In every thing, he says, let your requests be made known unto God.",
      "Three things belong together here: asking, pleading and thanking. Asking names the need. Pleading tells the truth about how deep it goes. Thanking remembers who is listening. Peace comes after, and it comes as a soldier, keeping watch at the door of heart and mind.",
      "This peace passes understanding, so it need not wait until everything is explained. Take the one worry that came back most often this week. Turn it into a sentence that begins with “Father”. Add one honest thanks. Then let the guard do its work. Lord, keep my heart and mind in Christ Jesus. Amen.",
    ].join("\n\n"),
  },
  {
    day: 8,
    title: "Rest for the Weary",
    verse:
      "“Come unto me, all ye that labour and are heavy laden, and I will give you rest.” — Matthew 11:28 (KJV)",
    content: [
      "Jesus does not say, “Come when you are better.” He does not call the strong, the tidy or the finished. He calls those who labour and carry loads, and he calls them to himself: not to a programme, not to another burden, but to a Person who is gentle and lowly in heart.",
      "There is a tiredness that sleep does not cure. It comes from carrying guilt, or other people’s opinions, or the fear that everything depends on us. That is the load he wants to lift. His rest is not idleness; it is work beside someone stronger, in the yoke that he wears with us.",
      "Come, then, as you are. Sit still for one minute and tell him what you have been carrying. You need not find beautiful words. Lord Jesus, I am weary. I come to you. Teach my soul how to rest, and let me walk at your pace today. Amen.",
    ].join("\n\n"),
  },
  {
    day: 9,
    title: "All Things Together",
    verse:
      "“And we know that all things work together for good to them that love God, to them who are the called according to his purpose.” — Romans 8:28 (KJV)",
    content: [
      "This verse does not say that all things are good. Scripture is honest about grief, injustice and loss; Jesus himself wept at a grave. It says that God works in all things, and that his hands are never empty, whatever has been put into them.",
      "Think of bread. Flour alone is dry, salt alone is bitter, and the oven is no kind place. Together, in the hands of someone who knows what he is making, they become food. We see the ingredients. God sees the loaf, and he means it to feed more people than ourselves.",
      "You may not understand today why a door closed or a prayer waits. You are not asked to call the pain good; you are invited to trust the One who is. Hold on to his love, and do the next faithful thing. Father, work your good even here, and make me more like your Son. Amen.",
    ].join("\n\n"),
  },
  {
    day: 10,
    title: "On Eagles’ Wings",
    verse:
      "“But they that wait upon the LORD shall renew their strength; they shall mount up with wings as eagles; they shall run, and not be weary; and they shall walk, and not faint.” — Isaiah 40:31 (KJV)",
    content: [
      "Even the young faint, Isaiah says in the verse before this one. Strength of our own has a bottom, and sooner or later everybody touches it. That is not failure. It is the place where another strength begins.",
      "To wait upon the Lord is not to sit and do nothing. It is to look to him expectantly, the way a watchman looks for the morning. An eagle does not beat its way to the heights by effort alone; it spreads its wings and trusts the wind that is already there.",
      "See how the promise ends: not with flying but with walking. Most of our days are walking days, and grace for them is no smaller miracle. If you are tired, spread before God what you have, and wait for him a little longer. Lord, renew my strength. Whether I fly, run or only walk today, let it be with you. Amen.",
    ].join("\n\n"),
  },
  {
    day: 11,
    title: "This Is the Day",
    verse:
      "“This is the day which the LORD hath made; we will rejoice and be glad in it.” — Psalm 118:24 (KJV)",
    content: [
      "Yesterday is in God’s mercy and tomorrow is in his care. What has been placed in your hands is this day. The psalmist does not say, “We will rejoice when the trouble is over.” He looks at the morning in front of him and calls it the Lord’s own work.",
      "Joy of this kind is a decision before it is a mood. It notices things: light on a wall, water in a cup, a friend who answers, the breath that came without your asking. Gratitude opens the eyes, and open eyes find more to be grateful for.",
      "Some days are hard to welcome. You may have to say it with tears: this too is the day that the Lord has made, and he has not left it. Look for him in it. Write down three gifts before the evening comes. Lord, thank you for today. I receive it from your hand and I will be glad in you. Amen.",
    ].join("\n\n"),
  },
  {
    day: 12,
    title: "New Every Morning",
    verse:
      "“It is of the LORD’S mercies that we are not consumed, because his compassions fail not. They are new every morning: great is thy faithfulness.” — Lamentations 3:22-23 (KJV)",
    content: [
      "These lines stand in the middle of a book of tears. The city lay in ashes, and the writer had said all there was to say about sorrow. Then he remembered something stronger than the ruins: the mercies of the Lord have not come to an end.",
      "Mercy is like the bread that Israel gathered in the desert. It could not be stored up, because it did not need to be; it was there again at dawn. God does not give you today the grace for next year. He gives what this day will ask of you, and he gives it fresh.",
      "So do not measure the road ahead by yesterday’s strength. If you stumbled, the mercy of this morning is not yesterday’s leftovers. Get up, wash your face, and begin again. Great is his faithfulness, also when ours has been small. Lord, let me start this day in your mercy. Amen.",
    ].join("\n\n"),
  },
  {
    day: 13,
    title: "Let Your Light Shine",
    verse:
      "“Let your light so shine before men, that they may see your good works, and glorify your Father which is in heaven.” — Matthew 5:16 (KJV)",
    content: [
      "A lamp does not strain to shine. It burns because it has been lit, and it helps because it has been put where people can see. Jesus has just told ordinary listeners, fishermen and farmers, that they are the light of the world. Not that they should become it one day: that they are.",
      "Good works are how this light reaches other people’s rooms: a debt forgiven, a truth told kindly, a meal carried across the street. They are not done in order to be admired. When they are done well, people look past the lamp and begin to thank the Father.",
      "Think of one dark corner near you: a quiet colleague, a tired mother, an old man who eats alone. You do not need to light the whole city. Bring your lamp there. Father, let what is seen in me today turn someone’s eyes to you. Amen.",
    ].join("\n\n"),
  },
  {
    day: 14,
    title: "Saved by Grace",
    verse:
      "“For by grace are ye saved through faith; and that not of yourselves: it is the gift of God:” — Ephesians 2:8 (KJV)",
    content: [
      "We learn early to earn: marks, wages, approval. So the word grace sounds almost too simple. Paul says it plainly, so that nobody can miss it: by grace, through faith, not of yourselves, the gift of God. The hand that receives adds nothing to the gift.",
      "This takes away our pride, and it takes away our despair as well. If I cannot earn his love by my best day, I cannot lose it by my worst. What was never wages will not be withheld like wages. I am free to be honest, because nothing I confess will surprise the Giver.",
      "And grace does not leave us idle. The next lines say that we were made for good works, prepared beforehand: fruit that grows on a rescued tree. Thank God for the gift today before you do anything for him. Father, I stop earning. I receive, and I thank you. Amen.",
    ].join("\n\n"),
  },
  {
    day: 15,
    title: "Honest Before God",
    verse:
      "“If we confess our sins, he is faithful and just to forgive us our sins, and to cleanse us from all unrighteousness.” — 1 John 1:9 (KJV)",
    content: [
      "Hiding is the oldest habit of the human heart. It began among the trees of a garden, and it has never made anybody lighter. John offers another way, and he calls it walking in the light: to say the same about our sin as God says, without excuse and without theatre.",
      "Look at the two words that answer our confession. He is faithful: he will do it, this time too. He is just: he does it rightly, because Christ has borne what we confess. Forgiveness is not God looking away. It is God looking straight at the truth and still saying, “You are clean.”",
      "Is there something that you have carried alone for too long? Tell him now, in plain words. If you have wronged someone, let your second step be towards them. Lord, here is the truth about me. Thank you that you knew it and came all the same. Cleanse me and set me free. Amen.",
    ].join("\n\n"),
  },
  {
    day: 16,
    title: "A New Creation",
    verse:
      "“Therefore if any man be in Christ, he is a new creature: old things are passed away; behold, all things are become new.” — 2 Corinthians 5:17 (KJV)",
    content: [
      "The gospel is not a coat of paint. God does not improve the old life a little and send it back to work; he begins something that was not there before. In Christ there is a new creation, as surely as on the first morning when he said, “Let there be light.”",
      "Old things may still knock at the door. Memories knock, habits knock, and people may go on calling us by the name of what we once did. We need not answer to it. Our true name is the one that our Maker gives, and he has not run out of beginnings.",
      "Newness usually grows quietly, like a seed. Do not despise one honest word, one evening without the old comfort, one apology made in time. These are green shoots. Lord Jesus, I am yours, and I am new. Teach me today to live from what you have made, and not from what has passed away. Amen.",
    ].join("\n\n"),
  },
  {
    day: 17,
    title: "The Fruit of the Spirit",
    verse:
      "“But the fruit of the Spirit is love, joy, peace, longsuffering, gentleness, goodness, faith, Meekness, temperance: against such there is no law.” — Galatians 5:22-23 (KJV)",
    content: [
      "Fruit cannot be nailed to a tree. It grows from inside, slowly, as long as the branch stays joined to the root. That is why Paul does not speak of the works of the Spirit but of his fruit. Love, joy, peace and all the others are what God’s own life looks like when it ripens in a person.",
      "Nor are they nine trophies, of which you might choose a few. They are one cluster. Patience without love turns hard; joy without faithfulness is soon gone. The Spirit grows them together, and often through the very people who try us most.",
      "Which of them does your home need today? Ask for that one by name. Then stay near: in prayer, in the word, in the fellowship of God’s people. Growth will come in its season. Holy Spirit, grow in me what I cannot make. Let those around me taste and see that the Lord is good. Amen.",
    ].join("\n\n"),
  },
  {
    day: 18,
    title: "Ask for Wisdom",
    verse:
      "“If any of you lack wisdom, let him ask of God, that giveth to all men liberally, and upbraideth not; and it shall be given him.” — James 1:5 (KJV)",
    content: [
      "There are questions that no search will settle. Shall I speak or be silent? Stay or go? Hold firm or give way? James does not reproach us for not knowing. He says, “Ask”, and he tells us what kind of God will hear: one who gives generously and does not make us feel small.",
      "Wisdom in Scripture is more than information. It is skill in living before God. It comes in many ways: a verse that will not leave you, a friend who asks the right question, a night’s sleep, a door that gently closes. The heart that asks learns to notice.",
      "So bring God the decision that keeps you turning, and bring it without disguise. Then be willing to do what he shows, even before he shows it; that willingness is half of hearing. Father, I lack wisdom, and you have it in plenty. Give me what I need for the next step, and a humble heart to follow. Amen.",
    ].join("\n\n"),
  },
  {
    day: 19,
    title: "A Lamp for My Feet",
    verse: "“Thy word is a lamp unto my feet, and a light unto my path.” — Psalm 119:105 (KJV)",
    content: [
      "Whoever has walked a village path at night knows how far a small lamp shines: a step, perhaps two. It does not show the hill on the horizon. It shows the stone in front of your foot, and that is what keeps you from falling. The word of God is very often such a light.",
      "We would like a map of the next ten years. We are given a lamp and a Companion. As we take the step that we can see, the light moves with us, and the following step appears. Guidance is found by walking.",
      "Choose a small portion of Scripture today, a few verses only. Read them twice, slowly. Ask what they show you of God, and what single step they light up for you. Then take it before the evening. Lord, thank you for your word. Keep it burning in my hand, and keep my feet on your path. Amen.",
    ].join("\n\n"),
  },
  {
    day: 20,
    title: "Faith That Sees",
    verse:
      "“Now faith is the substance of things hoped for, the evidence of things not seen.” — Hebrews 11:1 (KJV)",
    content: [
      "Faith is sometimes mistaken for wishing hard. Scripture speaks of something firmer: substance, ground to stand on. A farmer who sows does not see the harvest, and yet he does not throw good seed away on a dream. He knows the soil and the seasons, and he trusts the One who made them both.",
      "The chapter that follows is full of people who acted before they saw. Noah built under a clear sky. Abraham set out without a map. Sarah laughed, and then she believed. Their faith was not perfect. It was placed in a God who is.",
      "What has God put before you that you cannot yet see? Perhaps it is reconciliation, or a calling, or simply the next month’s bread. Do the one thing today that trust would do. Lord, I believe; help my unbelief. You are faithful who promised, and I will stand on your word until I see. Amen.",
    ].join("\n\n"),
  },
  {
    day: 21,
    title: "A Renewed Mind",
    verse:
      "“And be not conformed to this world: but be ye transformed by the renewing of your mind, that ye may prove what is that good, and acceptable, and perfect, will of God.” — Romans 12:2 (KJV)",
    content: [
      "Every day something is shaping us. Voices on a screen tell us what to want, whom to envy and what to be afraid of, and without noticing we begin to fit the mould. Paul’s word is an invitation to a quiet resistance: be not conformed, but be transformed.",
      "The change begins in the mind. What we look at long enough we come to resemble. So the Spirit renews us by turning our attention again and again: from the lie to the promise, from the crowd to Christ, from “What will they think?” to “What is good?”",
      "Make it practical today. Give God the first minutes of the morning, before the first message. Put one verse where your eyes will meet it often. When an old thought returns, answer it with a true one. Renewal is slow, and it is real. Father, reshape my thinking, and show me your good and perfect will. Amen.",
    ].join("\n\n"),
  },
  {
    day: 22,
    title: "Justice, Mercy, Humility",
    verse:
      "“He hath shewed thee, O man, what is good; and what doth the LORD require of thee, but to do justly, and to love mercy, and to walk humbly with thy God?” — Micah 6:8 (KJV)",
    content: [
      "The people had asked how to please God, and their offers grew larger and larger: a thousand rams, ten thousand rivers of oil. Micah’s answer is almost a smile. God has already shown you. It is not a greater spectacle. It is a way of walking.",
      "Do justly: deal fairly when no one is checking, and speak for those whom nobody hears. Love mercy: do not merely allow it, delight in it. Walk humbly: keep step with God, neither running ahead nor dragging behind. Each of the three protects the other two. Justice without mercy turns cold, and mercy without humility looks down.",
      "Where will you meet this verse today? At the counter, in a family quarrel, in the way you speak of someone who is absent? Small faithfulness pleases God more than large promises. Lord, teach my hands justice, my heart mercy and my feet humility. Walk with me. Amen.",
    ].join("\n\n"),
  },
  {
    day: 23,
    title: "Peace I Leave with You",
    verse:
      "“Peace I leave with you, my peace I give unto you: not as the world giveth, give I unto you. Let not your heart be troubled, neither let it be afraid.” — John 14:27 (KJV)",
    content: [
      "It was the last evening. The betrayer had gone out, and the cross stood only hours away. In that room Jesus made his will, and what he left to his friends was not property but peace: my peace, he said, the one he himself was living from.",
      "The world gives peace by taking the trouble away, and when the trouble returns its peace is gone. Jesus gives it in the midst. It rests not on quiet surroundings but on a quiet certainty: the Father holds me, and nothing can take me out of his hand.",
      "“Let not your heart be troubled” is also a choice that he hands to us. We cannot always stop the storm from rising. We can refuse to give it the throne. Breathe in slowly, and receive what he has left you. Lord Jesus, thank you for your own peace. Let it rule in my heart, and through me in my house. Amen.",
    ].join("\n\n"),
  },
  {
    day: 24,
    title: "Abide in the Vine",
    verse:
      "“I am the vine, ye are the branches: He that abideth in me, and I in him, the same bringeth forth much fruit: for without me ye can do nothing.” — John 15:5 (KJV)",
    content: [
      "A branch has only one task, and it is not to try harder. It is to stay. Cut off, it may keep its green leaves for a day, and then it dries, however busy it looks. Joined to the vine it bears fruit almost without noticing, because life is flowing through it.",
      "Jesus says it with great tenderness and great clarity: without me ye can do nothing. Not little: nothing that lasts. This is not meant to crush us. It frees us from the weary business of being our own source.",
      "To abide is to make our home in him: to speak with him along the way, to let his words remain in us, to return at once when we have wandered. You might set three small pauses into this day, morning, noon and evening, simply to say, “Lord, I am here with you.” Jesus, true Vine, let your life flow through me today. Amen.",
    ].join("\n\n"),
  },
  {
    day: 25,
    title: "In Every Thing Give Thanks",
    verse:
      "“In every thing give thanks: for this is the will of God in Christ Jesus concerning you.” — 1 Thessalonians 5:18 (KJV)",
    content: [
      "Paul does not ask us to give thanks for every thing, as though evil were good. He asks us to give thanks in every thing. There is no situation so dark that God is not in it, and where God is, there is a reason for thanks.",
      "Gratitude is a kind of sight. Complaint counts what is missing and soon finds more of it. Thanksgiving counts what has been given, and the room grows lighter, though nothing in it has been moved. Many a prison has become a chapel in this way.",
      "Begin with what is nearest: breath, bread, a name you love, the cross of Christ. Say your thanks aloud; the heart often follows the voice. Then thank one person today whom you have long taken for granted, and tell them exactly for what. Father, forgive my forgetting. In this very day, as it is, I thank you. Amen.",
    ].join("\n\n"),
  },
  {
    day: 26,
    title: "First Things First",
    verse:
      "“But seek ye first the kingdom of God, and his righteousness; and all these things shall be added unto you.” — Matthew 6:33 (KJV)",
    content: [
      "Jesus had been speaking of food and clothes, the ordinary worries of people without savings. He does not call these needs unimportant; your Father knows that you need them, he says. He only puts them in their place. They make good companions and poor masters.",
      "To seek first is a matter of order. What comes first decides how everything after it is seen. When the kingdom is first, work becomes service, money becomes seed, and even waiting becomes trust. When something else is first, even our prayers begin to circle around it.",
      "Look honestly at the first quarter of an hour of your day, and at the first tenth of your income. They are often truer than our words. Then let God have one first thing back today. Father, your kingdom before mine. I will seek you, and I will leave the adding to you, for you know what I need. Amen.",
    ].join("\n\n"),
  },
  {
    day: 27,
    title: "Power, Love, Sound Mind",
    verse:
      "“For God hath not given us the spirit of fear; but of power, and of love, and of a sound mind.” — 2 Timothy 1:7 (KJV)",
    content: [
      "Timothy was young, often unwell and easily discouraged. Paul does not tell him to become another man. He reminds him of what has already been given, and tells him to stir it up, the way one bends over the embers of last night’s fire and blows.",
      "Three gifts answer the spirit of fear. Power: the strength to do what is right though the voice shakes. Love: the power that turns us towards others, because fear always looks at itself. A sound mind: the calm that sees things at their true size and thinks before it runs.",
      "If timidity has kept you silent or small, remember that it did not come from your Father. Come near to the fire again: pray, worship, open the Scriptures, ask a friend to pray with you. Then do the one thing you have been putting off. Holy Spirit, stir up in me what you have given. Amen.",
    ].join("\n\n"),
  },
  {
    day: 28,
    title: "Forgiving One Another",
    verse:
      "“Forbearing one another, and forgiving one another, if any man have a quarrel against any: even as Christ forgave you, so also do ye.” — Colossians 3:13 (KJV)",
    content: [
      "Where people live close together, there will be quarrels. Paul, who knew real churches, simply assumes it. What marks the people of Christ is not that nobody is ever hurt, but what happens next. Forbearing comes first: giving each other room to be unfinished. Then comes forgiving, when room is not enough.",
      "To forgive is not to say that it did not matter, nor that trust must return in a day. It is to lay down the right to pay back, and to place the matter in the hands of a just God. Often it must be done more than once, until the heart has followed the will.",
      "And there is a measure: even as Christ forgave you. Begin there. Remember how much, and how gladly. Then speak one name before God, the name that comes to mind now. Lord, you have forgiven me all. By your grace I release this person to you. Heal us both. Amen.",
    ].join("\n\n"),
  },
  {
    day: 29,
    title: "Where My Help Comes From",
    verse:
      "“I will lift up mine eyes unto the hills, from whence cometh my help. My help cometh from the LORD, which made heaven and earth.” — Psalm 121:1-2 (KJV)",
    content: [
      "Pilgrims on the road to Jerusalem sang this psalm. The hills were lovely from a distance; near by, they hid robbers and sharp stones. The singer lifts up his eyes, and he looks higher than the hills, to the One who made them. My help, he says, comes from the Lord.",
      "We all look up to something when the way grows steep: to savings, to important friends, to our own endurance. They may be good gifts, but they are only hills. The Maker of heaven and earth is not made smaller by our trouble, and he does not slumber while we sleep.",
      "Lift up your eyes today, even if it is for one minute only. Look away from the height of the problem to the greatness of your Keeper. He watches over your going out and your coming in, the long journeys and the short ones. Lord, my help comes from you. Keep my foot from slipping. Amen.",
    ].join("\n\n"),
  },
  {
    day: 30,
    title: "Nothing Can Separate",
    verse:
      "“For I am persuaded, that neither death, nor life, nor angels, nor principalities, nor powers, nor things present, nor things to come, Nor height, nor depth, nor any other creature, shall be able to separate us from the love of God, which is in Christ Jesus our Lord.” — Romans 8:38-39 (KJV)",
    content: [
      "Paul searches the whole universe for something strong enough to cut us off from the love of God. He looks at death and at life, at heights and depths, at what is and what may come. At the end of his search he has found nothing, and he is persuaded.",
      "That love does not hang on our grip. It is in Christ Jesus our Lord, and there it is safe. Our feelings rise and fall like the tide, but the shore does not move. On days when you feel held and on days when you feel nothing at all, you are loved with the same love.",
      "Let this be the word that you carry out of this month. Whatever closed, whatever is still open, whatever waits beyond the bend: it will not find you alone. Rest in it, and tell somebody. Father, thank you that nothing can separate me from your love. In that love I will live. Amen.",
    ].join("\n\n"),
  },
];
