BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE events (
	game_id VARCHAR(32) NOT NULL, 
	version INTEGER NOT NULL, 
	at_ms BIGINT NOT NULL, 
	player_id VARCHAR(32), 
	command_id VARCHAR(64), 
	body TEXT NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY (game_id, version)
);
INSERT INTO "events" VALUES('1xTIZhBOSZADinzQQ',1,1794919573348,'0brnb0IrNY6cqhNFQ','CreateGame-3','[{"type":"GameCreated","setup":{},"player":"0brnb0IrNY6cqhNFQ","seat":"X"}]');
INSERT INTO "events" VALUES('1xTIZhBOSZADinzQQ',2,1794919573432,'0oI8eozlu8TiQHsYi','JoinGame-3','[{"type":"PlayerJoined","player":"0oI8eozlu8TiQHsYi","seat":"O"}]');
INSERT INTO "events" VALUES('1xTIZhBOSZADinzQQ',3,1794919573436,'0brnb0IrNY6cqhNFQ','MakeMove-4','[{"type":"MoveMade","cell":0,"mark":"X"}]');
INSERT INTO "events" VALUES('1xTIZhBOSZADinzQQ',4,1794919573622,'0oI8eozlu8TiQHsYi','MakeMove-4','[{"type":"MoveMade","cell":3,"mark":"O"}]');
INSERT INTO "events" VALUES('1xTIZhBOSZADinzQQ',5,1794919573660,'0brnb0IrNY6cqhNFQ','MakeMove-5','[{"type":"MoveMade","cell":1,"mark":"X"}]');
INSERT INTO "events" VALUES('1xTIZhBOSZADinzQQ',6,1794919573744,'0oI8eozlu8TiQHsYi','MakeMove-5','[{"type":"MoveMade","cell":4,"mark":"O"}]');
INSERT INTO "events" VALUES('1xTIZhBOSZADinzQQ',7,1794919573827,'0brnb0IrNY6cqhNFQ','MakeMove-6','[{"type":"MoveMade","cell":2,"mark":"X"},{"type":"RoundFinished","winner":"X","reason":"line","line":[0,1,2]},{"type":"GameFinished","winner":"X","reason":"line"}]');
INSERT INTO "events" VALUES('1xTIZh4hs70bxcGI5',1,1794919573865,'0oI8eozlu8TiQHsYi','CreateGame-6','[{"type":"GameCreated","setup":{"clock":{"baseSeconds":180,"incrementSeconds":2}},"player":"0oI8eozlu8TiQHsYi","seat":"X"}]');
INSERT INTO "events" VALUES('1xTIZh4hs70bxcGI5',2,1794919573939,'0brnb0IrNY6cqhNFQ','JoinGame-7','[{"type":"PlayerJoined","player":"0brnb0IrNY6cqhNFQ","seat":"O"}]');
INSERT INTO "events" VALUES('1xTIZh4hs70bxcGI5',3,1794919573974,'0oI8eozlu8TiQHsYi','MakeMove-7','[{"type":"MoveMade","cell":0,"mark":"X"}]');
INSERT INTO "events" VALUES('1xTIZh4hs70bxcGI5',4,1794919573976,'0brnb0IrNY6cqhNFQ','MakeMove-8','[{"type":"MoveMade","cell":1,"mark":"O"}]');
INSERT INTO "events" VALUES('1xTIZh4hs70bxcGI5',5,1794919573984,'0oI8eozlu8TiQHsYi','MakeMove-8','[{"type":"MoveMade","cell":2,"mark":"X"}]');
INSERT INTO "events" VALUES('1xTIZh4hs70bxcGI5',6,1794919573986,'0brnb0IrNY6cqhNFQ','MakeMove-9','[{"type":"MoveMade","cell":4,"mark":"O"}]');
INSERT INTO "events" VALUES('1xTIZh4hs70bxcGI5',7,1794919573990,'0oI8eozlu8TiQHsYi','MakeMove-9','[{"type":"MoveMade","cell":3,"mark":"X"}]');
INSERT INTO "events" VALUES('1xTIZh4hs70bxcGI5',8,1794919573991,'0brnb0IrNY6cqhNFQ','MakeMove-10','[{"type":"MoveMade","cell":5,"mark":"O"}]');
INSERT INTO "events" VALUES('1xTIZh4hs70bxcGI5',9,1794919573993,'0oI8eozlu8TiQHsYi','MakeMove-10','[{"type":"MoveMade","cell":7,"mark":"X"}]');
INSERT INTO "events" VALUES('1xTIZh4hs70bxcGI5',10,1794919573995,'0brnb0IrNY6cqhNFQ','MakeMove-11','[{"type":"MoveMade","cell":6,"mark":"O"}]');
INSERT INTO "events" VALUES('1xTIZh4hs70bxcGI5',11,1794919573996,'0oI8eozlu8TiQHsYi','MakeMove-11','[{"type":"MoveMade","cell":8,"mark":"X"},{"type":"RoundFinished","winner":null,"reason":"full"},{"type":"GameFinished","winner":null,"reason":"full"}]');
INSERT INTO "events" VALUES('1xTIZi2S1aeypnnbO',1,1794919574004,'0brnb0IrNY6cqhNFQ','CreateGame-12','[{"type":"GameCreated","setup":{},"player":"0brnb0IrNY6cqhNFQ","seat":"X"}]');
INSERT INTO "events" VALUES('1xTIZi2S1aeypnnbO',2,1794919574008,'038lqR9sdobglMPOz','JoinGame-2','[{"type":"PlayerJoined","player":"038lqR9sdobglMPOz","seat":"O"}]');
INSERT INTO "events" VALUES('1xTIZi2S1aeypnnbO',3,1794919574015,'0brnb0IrNY6cqhNFQ','MakeMove-13','[{"type":"MoveMade","cell":4,"mark":"X"}]');
INSERT INTO "events" VALUES('1xTIZi2S1aeypnnbO',4,1794919574017,'038lqR9sdobglMPOz','MakeMove-3','[{"type":"MoveMade","cell":0,"mark":"O"}]');
INSERT INTO "events" VALUES('1xTIZi2S1aeypnnbO',5,1794919574019,'038lqR9sdobglMPOz','Resign-4','[{"type":"GameFinished","winner":"X","reason":"resigned"}]');
INSERT INTO "events" VALUES('1xTIZi2ZGHJf13wV8',1,1794919574025,'0brnb0IrNY6cqhNFQ','CreateGame-14','[{"type":"GameCreated","setup":{},"player":"0brnb0IrNY6cqhNFQ","seat":"X"}]');
INSERT INTO "events" VALUES('1xTIZi2ZGHJf13wV8',2,1794919574029,'0oI8eozlu8TiQHsYi','JoinGame-12','[{"type":"PlayerJoined","player":"0oI8eozlu8TiQHsYi","seat":"O"}]');
INSERT INTO "events" VALUES('1xTIZi2ZGHJf13wV8',3,1794919574031,'0brnb0IrNY6cqhNFQ','MakeMove-15','[{"type":"MoveMade","cell":4,"mark":"X"}]');
INSERT INTO "events" VALUES('1xTIZi2ZGHJf13wV8',4,1794919574039,'0oI8eozlu8TiQHsYi','Abort-13','[{"type":"GameFinished","winner":null,"reason":"aborted"}]');
INSERT INTO "events" VALUES('1xTIZi49OZfrT8acr',1,1794919574049,'0brnb0IrNY6cqhNFQ','CreateGame-16','[{"type":"GameCreated","setup":{"rounds":2},"player":"0brnb0IrNY6cqhNFQ","seat":"X"}]');
INSERT INTO "events" VALUES('1xTIZi49OZfrT8acr',2,1794919574057,'0oI8eozlu8TiQHsYi','JoinGame-14','[{"type":"PlayerJoined","player":"0oI8eozlu8TiQHsYi","seat":"O"}]');
INSERT INTO "events" VALUES('1xTIZi49OZfrT8acr',3,1794919574062,'0brnb0IrNY6cqhNFQ','MakeMove-17','[{"type":"MoveMade","cell":0,"mark":"X"}]');
INSERT INTO "events" VALUES('1xTIZi49OZfrT8acr',4,1794919574075,'0oI8eozlu8TiQHsYi','MakeMove-15','[{"type":"MoveMade","cell":3,"mark":"O"}]');
INSERT INTO "events" VALUES('1xTIZi49OZfrT8acr',5,1794919574080,'0brnb0IrNY6cqhNFQ','MakeMove-18','[{"type":"MoveMade","cell":1,"mark":"X"}]');
INSERT INTO "events" VALUES('1xTIZi49OZfrT8acr',6,1794919574085,'0oI8eozlu8TiQHsYi','MakeMove-16','[{"type":"MoveMade","cell":4,"mark":"O"}]');
INSERT INTO "events" VALUES('1xTIZi49OZfrT8acr',7,1794919574087,'0brnb0IrNY6cqhNFQ','MakeMove-19','[{"type":"MoveMade","cell":2,"mark":"X"},{"type":"RoundFinished","winner":"X","reason":"line","line":[0,1,2]},{"type":"RoundStarted"}]');
INSERT INTO "events" VALUES('1xTIZi49OZfrT8acr',8,1794919574096,'0oI8eozlu8TiQHsYi','MakeMove-17','[{"type":"MoveMade","cell":0,"mark":"X"}]');
INSERT INTO "events" VALUES('1xTIZi49OZfrT8acr',9,1794919574099,'0brnb0IrNY6cqhNFQ','MakeMove-20','[{"type":"MoveMade","cell":3,"mark":"O"}]');
INSERT INTO "events" VALUES('1xTIZi49OZfrT8acr',10,1794919574101,'0oI8eozlu8TiQHsYi','MakeMove-18','[{"type":"MoveMade","cell":1,"mark":"X"}]');
INSERT INTO "events" VALUES('1xTIZi49OZfrT8acr',11,1794919574111,'0brnb0IrNY6cqhNFQ','MakeMove-21','[{"type":"MoveMade","cell":4,"mark":"O"}]');
INSERT INTO "events" VALUES('1xTIZi49OZfrT8acr',12,1794919574114,'0oI8eozlu8TiQHsYi','MakeMove-19','[{"type":"MoveMade","cell":2,"mark":"X"},{"type":"RoundFinished","winner":"X","reason":"line","line":[0,1,2]},{"type":"GameFinished","winner":null,"reason":"score"}]');
INSERT INTO "events" VALUES('1xTIZi4ZSn84aMkVg',1,1794919574127,'038lqR9sdobglMPOz','CreateGame-5','[{"type":"GameCreated","setup":{"variant":"wild"},"player":"038lqR9sdobglMPOz","seat":"X"}]');
INSERT INTO "events" VALUES('1xTIZi4ZSn84aMkVg',2,1794919574167,'0oI8eozlu8TiQHsYi','JoinGame-20','[{"type":"PlayerJoined","player":"0oI8eozlu8TiQHsYi","seat":"O"}]');
INSERT INTO "events" VALUES('1xTIZi4ZSn84aMkVg',3,1794919574184,'038lqR9sdobglMPOz','MakeMove-6','[{"type":"MoveMade","cell":0,"mark":"X"}]');
INSERT INTO "events" VALUES('1xTIZi4ZSn84aMkVg',4,1794919574192,'0oI8eozlu8TiQHsYi','MakeMove-21','[{"type":"MoveMade","cell":8,"mark":"O"}]');
INSERT INTO "events" VALUES('1xTIZi4ZSn84aMkVg',5,1794919574202,'038lqR9sdobglMPOz','MakeMove-7','[{"type":"MoveMade","cell":1,"mark":"X"}]');
INSERT INTO "events" VALUES('1xTIZi4ZSn84aMkVg',6,1794919574218,'0oI8eozlu8TiQHsYi','MakeMove-22','[{"type":"MoveMade","cell":7,"mark":"O"}]');
INSERT INTO "events" VALUES('1xTIZi4ZSn84aMkVg',7,1794919574238,'038lqR9sdobglMPOz','MakeMove-8','[{"type":"MoveMade","cell":2,"mark":"X"},{"type":"RoundFinished","winner":"X","reason":"line","line":[0,1,2]},{"type":"GameFinished","winner":"X","reason":"line"}]');
INSERT INTO "events" VALUES('1xTIZi020TibHP2T2',1,1794919574282,'0brnb0IrNY6cqhNFQ','CreateGame-22','[{"type":"GameCreated","setup":{"variant":"misere"},"player":"0brnb0IrNY6cqhNFQ","seat":"X"}]');
INSERT INTO "events" VALUES('1xTIZi020TibHP2T2',2,1794919574289,'0oI8eozlu8TiQHsYi','JoinGame-23','[{"type":"PlayerJoined","player":"0oI8eozlu8TiQHsYi","seat":"O"}]');
INSERT INTO "events" VALUES('1xTIZi020TibHP2T2',3,1794919574294,'0brnb0IrNY6cqhNFQ','MakeMove-23','[{"type":"MoveMade","cell":4,"mark":"X"}]');
INSERT INTO "events" VALUES('1xTIZi020TibHP2T2',4,1794919574300,'0oI8eozlu8TiQHsYi','MakeMove-24','[{"type":"MoveMade","cell":0,"mark":"O"}]');
INSERT INTO "events" VALUES('1xTIZi020TibHP2T2',5,1794919574304,'0brnb0IrNY6cqhNFQ','MakeMove-24','[{"type":"MoveMade","cell":1,"mark":"X"}]');
INSERT INTO "events" VALUES('1xTIZi020TibHP2T2',6,1794919574309,'0brnb0IrNY6cqhNFQ','Offer-25','[{"type":"OfferMade","what":"draw","by":"X"}]');
INSERT INTO "events" VALUES('1xTIZi020TibHP2T2',7,1794919574313,'0oI8eozlu8TiQHsYi','AcceptOffer-25','[{"type":"RoundFinished","winner":null,"reason":"agreed"},{"type":"GameFinished","winner":null,"reason":"agreed"}]');
INSERT INTO "events" VALUES('1xTIZiJhuSoEDB71X',1,1794919574329,'0brnb0IrNY6cqhNFQ','CreateGame-26','[{"type":"GameCreated","setup":{"variant":"ultimate"},"player":"0brnb0IrNY6cqhNFQ","seat":"X"}]');
INSERT INTO "events" VALUES('1xTIZiJhuSoEDB71X',2,1794919574335,'0oI8eozlu8TiQHsYi','JoinGame-26','[{"type":"PlayerJoined","player":"0oI8eozlu8TiQHsYi","seat":"O"}]');
INSERT INTO "events" VALUES('1xTIZiJhuSoEDB71X',3,1794919574340,'0brnb0IrNY6cqhNFQ','MakeMove-27','[{"type":"MoveMade","cell":40,"mark":"X"}]');
INSERT INTO "events" VALUES('1xTIZiIJtJgIeGMWP',1,1794919574434,'0brnb0IrNY6cqhNFQ','CreateGame-29','[{"type":"GameCreated","setup":{"variant":"gomoku","clock":{"daysPerMove":3}},"player":"0brnb0IrNY6cqhNFQ","seat":"X"}]');
INSERT INTO "events" VALUES('1xTIZiIJtJgIeGMWP',2,1794919574436,'0oI8eozlu8TiQHsYi','JoinGame-28','[{"type":"PlayerJoined","player":"0oI8eozlu8TiQHsYi","seat":"O"}]');
INSERT INTO "events" VALUES('1xTIZiIJtJgIeGMWP',3,1794919574444,'0brnb0IrNY6cqhNFQ','MakeMove-30','[{"type":"MoveMade","cell":112,"mark":"X"}]');
INSERT INTO "events" VALUES('1xTIZiIJtJgIeGMWP',4,1794919574450,'0oI8eozlu8TiQHsYi','MakeMove-29','[{"type":"MoveMade","cell":113,"mark":"O"}]');
INSERT INTO "events" VALUES('1xTIZiIJtJgIeGMWP',5,1794919574454,'0brnb0IrNY6cqhNFQ','MakeMove-31','[{"type":"MoveMade","cell":97,"mark":"X"}]');
INSERT INTO "events" VALUES('1xTIZiIJtJgIeGMWP',6,1794919574459,'0brnb0IrNY6cqhNFQ','Offer-32','[{"type":"OfferMade","what":"takeback","by":"X"}]');
INSERT INTO "events" VALUES('1xTIZiIJtJgIeGMWP',7,1794919574464,'0oI8eozlu8TiQHsYi','AcceptOffer-30','[{"type":"MovesTakenBack","ply":2}]');
INSERT INTO "events" VALUES('1xTIZi3cAlCLfLpv2',1,1794919574478,'038lqR9sdobglMPOz','CreateGame-9','[{"type":"GameCreated","setup":{},"player":"038lqR9sdobglMPOz","seat":"X"}]');
INSERT INTO "events" VALUES('1xTIZi3cAlCLfLpv2',2,1794919574482,'0brnb0IrNY6cqhNFQ','JoinGame-33','[{"type":"PlayerJoined","player":"0brnb0IrNY6cqhNFQ","seat":"O"}]');
INSERT INTO "events" VALUES('1xTIZiCK8azHVXNQY',1,1794919574525,'0oI8eozlu8TiQHsYi','CreateGame-31','[{"type":"GameCreated","setup":{"visibility":"private"},"player":"0oI8eozlu8TiQHsYi","seat":"X"}]');
INSERT INTO "events" VALUES('1xTIZiCK8azHVXNQY',2,1794919574535,'038lqR9sdobglMPOz','JoinGame-10','[{"type":"PlayerJoined","player":"038lqR9sdobglMPOz","seat":"O"}]');
INSERT INTO "events" VALUES('1xTIZiCK8azHVXNQY',3,1794919574542,'0oI8eozlu8TiQHsYi','MakeMove-32','[{"type":"MoveMade","cell":4,"mark":"X"}]');
INSERT INTO "events" VALUES('1xTIZiCK8azHVXNQY',4,1794919574544,'038lqR9sdobglMPOz','MakeMove-11','[{"type":"MoveMade","cell":0,"mark":"O"}]');
INSERT INTO "events" VALUES('1xTIZiCK8azHVXNQY',5,1794919574545,'0oI8eozlu8TiQHsYi','MakeMove-33','[{"type":"MoveMade","cell":8,"mark":"X"}]');
INSERT INTO "events" VALUES('1xTIZiCK8azHVXNQY',6,1794919574546,'038lqR9sdobglMPOz','MakeMove-12','[{"type":"MoveMade","cell":2,"mark":"O"}]');
INSERT INTO "events" VALUES('1xTIZiCK8azHVXNQY',7,1794919574550,'0oI8eozlu8TiQHsYi','MakeMove-34','[{"type":"MoveMade","cell":1,"mark":"X"}]');
INSERT INTO "events" VALUES('1xTIZiCK8azHVXNQY',8,1794919574552,'038lqR9sdobglMPOz','MakeMove-13','[{"type":"MoveMade","cell":7,"mark":"O"}]');
INSERT INTO "events" VALUES('1xTIZiCK8azHVXNQY',9,1794919574553,'0oI8eozlu8TiQHsYi','MakeMove-35','[{"type":"MoveMade","cell":5,"mark":"X"}]');
INSERT INTO "events" VALUES('1xTIZiCK8azHVXNQY',10,1794919574554,'038lqR9sdobglMPOz','MakeMove-14','[{"type":"MoveMade","cell":3,"mark":"O"}]');
INSERT INTO "events" VALUES('1xTIZiCK8azHVXNQY',11,1794919574556,'0oI8eozlu8TiQHsYi','MakeMove-36','[{"type":"MoveMade","cell":6,"mark":"X"},{"type":"RoundFinished","winner":null,"reason":"full"},{"type":"GameFinished","winner":null,"reason":"full"}]');
INSERT INTO "events" VALUES('1xTIZiCK8azHVXNQY',12,1794919574557,'0oI8eozlu8TiQHsYi','PlayAgain-37','[{"type":"PlayAgainAnswered","by":"X","value":true}]');
INSERT INTO "events" VALUES('1xTIZiCK8azHVXNQY',13,1794919574559,'038lqR9sdobglMPOz','PlayAgain-15','[{"type":"PlayAgainAnswered","by":"O","value":true},{"type":"RematchAgreed","nextGame":"1xTIZiJlvhwVrPohL"}]');
INSERT INTO "events" VALUES('1xTIZiJlvhwVrPohL',1,1794919574559,NULL,NULL,'[{"type":"GameCreated","setup":{"visibility":"private"},"player":"0oI8eozlu8TiQHsYi","seat":"O","rematchOf":"1xTIZiCK8azHVXNQY","other":"038lqR9sdobglMPOz"}]');
INSERT INTO "events" VALUES('1xTIZi7xr2XtADKXg',1,1794919574563,'0brnb0IrNY6cqhNFQ','CreateGame-34','[{"type":"GameCreated","setup":{"clock":{"baseSeconds":60},"name":"Anyone?"},"player":"0brnb0IrNY6cqhNFQ","seat":"X"}]');
INSERT INTO "events" VALUES('1xTIZiBOuSGRzkTm5',1,1794919574570,'0oI8eozlu8TiQHsYi','CreateGame-39','[{"type":"GameCreated","setup":{"variant":"mnk-3x4-3","clock":{"baseSeconds":600}},"player":"0oI8eozlu8TiQHsYi","seat":"X"}]');
INSERT INTO "events" VALUES('1xTIZiBOuSGRzkTm5',2,1794919574572,'038lqR9sdobglMPOz','JoinGame-16','[{"type":"PlayerJoined","player":"038lqR9sdobglMPOz","seat":"O"}]');
INSERT INTO "events" VALUES('1xTIZiBOuSGRzkTm5',3,1794919574573,'0oI8eozlu8TiQHsYi','MakeMove-40','[{"type":"MoveMade","cell":0,"mark":"X"}]');
INSERT INTO "events" VALUES('1xTIZiBOuSGRzkTm5',4,1794919574574,'038lqR9sdobglMPOz','MakeMove-17','[{"type":"MoveMade","cell":3,"mark":"O"}]');
INSERT INTO "events" VALUES('1xTIZiBOuSGRzkTm5',5,1794919574575,'0oI8eozlu8TiQHsYi','MakeMove-41','[{"type":"MoveMade","cell":1,"mark":"X"}]');
CREATE TABLE games (
	id VARCHAR(32) NOT NULL, 
	status VARCHAR(8) NOT NULL, 
	variant VARCHAR(20) NOT NULL, 
	rounds SMALLINT NOT NULL, 
	clock TEXT, 
	visibility VARCHAR(8) NOT NULL, 
	name VARCHAR(40), 
	name_key VARCHAR(40), 
	creator_id VARCHAR(32) NOT NULL, 
	creation_id VARCHAR(64), 
	x_id VARCHAR(32), 
	o_id VARCHAR(32), 
	opponent_id VARCHAR(32), 
	rematch_of VARCHAR(32), 
	created_ms BIGINT NOT NULL, 
	changed_ms BIGINT NOT NULL, 
	finished_ms BIGINT, 
	winner VARCHAR(1), 
	reason VARCHAR(12), door VARCHAR(8), 
	CONSTRAINT pk_games PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('1xTIZhBOSZADinzQQ','finished','classic',1,NULL,'public',NULL,NULL,'0brnb0IrNY6cqhNFQ','CreateGame-3','0brnb0IrNY6cqhNFQ','0oI8eozlu8TiQHsYi',NULL,NULL,1794919573348,1794919573827,1794919573827,'X','line',NULL);
INSERT INTO "games" VALUES('1xTIZh4hs70bxcGI5','finished','classic',1,'{"baseSeconds":180,"incrementSeconds":2}','public',NULL,NULL,'0oI8eozlu8TiQHsYi','CreateGame-6','0oI8eozlu8TiQHsYi','0brnb0IrNY6cqhNFQ',NULL,NULL,1794919573865,1794919573996,1794919573996,NULL,'full',NULL);
INSERT INTO "games" VALUES('1xTIZi2S1aeypnnbO','finished','classic',1,NULL,'public',NULL,NULL,'0brnb0IrNY6cqhNFQ','CreateGame-12','0brnb0IrNY6cqhNFQ','038lqR9sdobglMPOz',NULL,NULL,1794919574004,1794919574019,1794919574019,'X','resigned',NULL);
INSERT INTO "games" VALUES('1xTIZi2ZGHJf13wV8','finished','classic',1,NULL,'public',NULL,NULL,'0brnb0IrNY6cqhNFQ','CreateGame-14','0brnb0IrNY6cqhNFQ','0oI8eozlu8TiQHsYi',NULL,NULL,1794919574025,1794919574039,1794919574039,NULL,'aborted',NULL);
INSERT INTO "games" VALUES('1xTIZi49OZfrT8acr','finished','classic',2,NULL,'public',NULL,NULL,'0brnb0IrNY6cqhNFQ','CreateGame-16','0oI8eozlu8TiQHsYi','0brnb0IrNY6cqhNFQ',NULL,NULL,1794919574049,1794919574114,1794919574114,NULL,'score',NULL);
INSERT INTO "games" VALUES('1xTIZi4ZSn84aMkVg','finished','wild',1,NULL,'public',NULL,NULL,'038lqR9sdobglMPOz','CreateGame-5','038lqR9sdobglMPOz','0oI8eozlu8TiQHsYi',NULL,NULL,1794919574127,1794919574238,1794919574238,'X','line',NULL);
INSERT INTO "games" VALUES('1xTIZi020TibHP2T2','finished','misere',1,NULL,'public',NULL,NULL,'0brnb0IrNY6cqhNFQ','CreateGame-22','0brnb0IrNY6cqhNFQ','0oI8eozlu8TiQHsYi',NULL,NULL,1794919574282,1794919574313,1794919574313,NULL,'agreed',NULL);
INSERT INTO "games" VALUES('1xTIZiJhuSoEDB71X','playing','ultimate',1,NULL,'public',NULL,NULL,'0brnb0IrNY6cqhNFQ','CreateGame-26','0brnb0IrNY6cqhNFQ','0oI8eozlu8TiQHsYi',NULL,NULL,1794919574329,1794919574335,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES('1xTIZiIJtJgIeGMWP','playing','gomoku',1,'{"daysPerMove":3}','public',NULL,NULL,'0brnb0IrNY6cqhNFQ','CreateGame-29','0brnb0IrNY6cqhNFQ','0oI8eozlu8TiQHsYi',NULL,NULL,1794919574434,1794919574436,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES('1xTIZi3cAlCLfLpv2','playing','classic',1,NULL,'public',NULL,NULL,'038lqR9sdobglMPOz','CreateGame-9','038lqR9sdobglMPOz','0brnb0IrNY6cqhNFQ',NULL,NULL,1794919574478,1794919574482,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES('1xTIZiCK8azHVXNQY','finished','classic',1,NULL,'private',NULL,NULL,'0oI8eozlu8TiQHsYi','CreateGame-31','0oI8eozlu8TiQHsYi','038lqR9sdobglMPOz',NULL,NULL,1794919574525,1794919574556,1794919574556,NULL,'full',NULL);
INSERT INTO "games" VALUES('1xTIZiJlvhwVrPohL','playing','classic',1,NULL,'private',NULL,NULL,'0oI8eozlu8TiQHsYi',NULL,'038lqR9sdobglMPOz','0oI8eozlu8TiQHsYi',NULL,'1xTIZiCK8azHVXNQY',1794919574559,1794919574559,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES('1xTIZi7xr2XtADKXg','open','classic',1,'{"baseSeconds":60}','public','Anyone?','anyone?','0brnb0IrNY6cqhNFQ','CreateGame-34','0brnb0IrNY6cqhNFQ',NULL,NULL,NULL,1794919574563,1794919574563,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES('1xTIZiBOuSGRzkTm5','playing','mnk-3x4-3',1,'{"baseSeconds":600}','public',NULL,NULL,'0oI8eozlu8TiQHsYi','CreateGame-39','0oI8eozlu8TiQHsYi','038lqR9sdobglMPOz',NULL,NULL,1794919574570,1794919574572,NULL,NULL,NULL,NULL);
CREATE TABLE invites (
	hash VARCHAR(64) NOT NULL, 
	game_id VARCHAR(32) NOT NULL, 
	created_by VARCHAR(32) NOT NULL, 
	created_ms BIGINT NOT NULL, 
	expires_ms BIGINT NOT NULL, 
	used_by VARCHAR(32), 
	used_ms BIGINT, 
	CONSTRAINT pk_invites PRIMARY KEY (hash)
);
CREATE TABLE notices (
	player_id VARCHAR(32) NOT NULL, 
	kind VARCHAR(20) NOT NULL, 
	game_id VARCHAR(32) NOT NULL, 
	body TEXT NOT NULL, 
	created_ms BIGINT NOT NULL, 
	read_ms BIGINT, 
	CONSTRAINT pk_notices PRIMARY KEY (player_id, kind, game_id)
);
CREATE TABLE pictures (
	hash VARCHAR(64) NOT NULL, 
	png BLOB NOT NULL, 
	created_ms BIGINT NOT NULL, 
	CONSTRAINT pk_pictures PRIMARY KEY (hash)
);
CREATE TABLE players (
	id VARCHAR(32) NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	username VARCHAR(20), 
	username_key VARCHAR(20), 
	lookalike_key VARCHAR(20), 
	display_name VARCHAR(40) NOT NULL, 
	password_hash TEXT, 
	picture VARCHAR(80), 
	created_ms BIGINT NOT NULL, 
	seen_ms BIGINT NOT NULL, 
	CONSTRAINT pk_players PRIMARY KEY (id), 
	CONSTRAINT uq_players_lookalike_key UNIQUE (lookalike_key), 
	CONSTRAINT uq_players_username_key UNIQUE (username_key)
);
INSERT INTO "players" VALUES('0brnb0IrNY6cqhNFQ','account','Ann','ann','ann','Ann','$argon2id$v=19$m=19456,t=2,p=1$dGointICP5N7D6xTeqkt5g$gC+eAVgicNCsBjbTPkBmU/rJcMjwhRmsbONxFVXM2Dc',NULL,1794919572601,1794919572601);
INSERT INTO "players" VALUES('0oI8eozlu8TiQHsYi','account','Bob','bob','bob','Bob','$argon2id$v=19$m=19456,t=2,p=1$Yp2bUnWalfMIs6FlBihhvw$EKUaxpf4XO1cA1xltb+wcf21W2h05CHSlmRHc2847i4',NULL,1794919573133,1794919573133);
INSERT INTO "players" VALUES('038lqR9sdobglMPOz','guest',NULL,NULL,NULL,'Cat',NULL,NULL,1794919573342,1794919573342);
CREATE TABLE records (
	player_id VARCHAR(32) NOT NULL, 
	variant VARCHAR(20) NOT NULL, 
	speed VARCHAR(10) NOT NULL, 
	seat VARCHAR(1) NOT NULL, 
	played INTEGER NOT NULL, 
	won INTEGER NOT NULL, 
	lost INTEGER NOT NULL, 
	drawn INTEGER NOT NULL, 
	CONSTRAINT pk_records PRIMARY KEY (player_id, variant, speed, seat)
);
CREATE TABLE refusals (
	game_id VARCHAR(32) NOT NULL, 
	player_id VARCHAR(32) NOT NULL, 
	command_id VARCHAR(64) NOT NULL, 
	code VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_refusals PRIMARY KEY (game_id, player_id, command_id)
);
INSERT INTO "refusals" VALUES('1xTIZiJhuSoEDB71X','0oI8eozlu8TiQHsYi','MakeMove-27','wrong_board');
INSERT INTO "refusals" VALUES('1xTIZiJhuSoEDB71X','0brnb0IrNY6cqhNFQ','MakeMove-28','not_your_turn');
INSERT INTO "refusals" VALUES('1xTIZiCK8azHVXNQY','0oI8eozlu8TiQHsYi','MakeMove-38','game_over');
CREATE TABLE settings (
	player_id VARCHAR(32) NOT NULL, 
	"key" VARCHAR(40) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_settings PRIMARY KEY (player_id, "key")
);
CREATE TABLE tokens (
	hash VARCHAR(64) NOT NULL, 
	player_id VARCHAR(32) NOT NULL, 
	label VARCHAR(40) NOT NULL, 
	created_ms BIGINT NOT NULL, 
	used_ms BIGINT NOT NULL, 
	CONSTRAINT pk_tokens PRIMARY KEY (hash)
);
INSERT INTO "tokens" VALUES('6342a45b6d6c1e0b6553bd38ecba48aeb78fbe295514c6b22a0d778704ce1c56','0brnb0IrNY6cqhNFQ','login',1794919573228,1794919573228);
INSERT INTO "tokens" VALUES('81435a403c45bbefc425993a8249dd789392991f4f445484fe508864a5c02852','0oI8eozlu8TiQHsYi','login',1794919573336,1794919573336);
INSERT INTO "tokens" VALUES('5e164cbcd98436cb9585515d89e31e0914c935664e3eaba8217ce43b89277256','038lqR9sdobglMPOz','guest',1794919573342,1794919573342);
CREATE TABLE uptime (
	id INTEGER NOT NULL, 
	alive_ms BIGINT NOT NULL, 
	CONSTRAINT pk_uptime PRIMARY KEY (id)
);
INSERT INTO "uptime" VALUES(1,1794919574972);
CREATE INDEX ix_games_lobby ON games (created_ms) WHERE status = 'open' AND visibility = 'public';
CREATE INDEX ix_games_o ON games (o_id, status, changed_ms);
CREATE INDEX ix_games_x ON games (x_id, status, changed_ms);
CREATE UNIQUE INDEX uq_games_creation ON games (creator_id, creation_id);
CREATE UNIQUE INDEX uq_games_open_name ON games (name_key) WHERE status = 'open';
CREATE INDEX ix_invites_game_id ON invites (game_id);
CREATE INDEX ix_tokens_player_id ON tokens (player_id);
CREATE INDEX ix_players_picture ON players (picture);
CREATE INDEX ix_games_deleted ON games (changed_ms) WHERE status = 'deleted';
COMMIT;
