"""People who use the API, each with their own connection."""

from collections.abc import AsyncIterator

import pytest_asyncio

from noughts.app import Application
from tests.doors.people import NewPerson, Person


@pytest_asyncio.fixture
async def person(application: Application) -> AsyncIterator[NewPerson]:
    people: list[Person] = []

    def new() -> Person:
        people.append(Person(application.address))
        return people[-1]

    yield new
    for each in people:
        await each.http.aclose()
