"""Shows pictures one after the other, each as long as somebody likes to look; what is newest is never far behind."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable

from stichwerk.tui.frames import PACES, Frame

HURRY = 24  # with so many waiting they are shown without pauses

Wait = Callable[[float, Callable[[], None]], Callable[[], None]]  # calls after so many seconds; gives what cancels that


class Projector:
    """`show` is called with each picture when its time has come; `wait` is how time passes."""

    def __init__(self, show: Callable[[Frame], None], wait: Wait, pace: str) -> None:
        self.pace = pace
        self.is_stopped = False  # a round's points are being looked at
        self._show, self._wait = show, wait
        self._frames: deque[Frame] = deque()
        self._cancel: Callable[[], None] | None = None
        self._hurries = False
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def is_idle(self) -> bool:
        """Whether what is shown is the newest (it may still be being looked at)."""
        return not self._frames and not self.is_stopped

    async def has_shown(self) -> None:
        await self._idle.wait()

    def add(self, frames: Iterable[Frame]) -> None:
        self._frames.extend(frames)
        if self._cancel is None and not self.is_stopped:
            self._next()

    def skip(self) -> None:
        """Shows what is there without pauses, up to one's own move or a round's end."""
        self._hurries = True
        self._next()

    def go_on(self) -> None:
        """The points have been seen."""
        self.is_stopped = False
        self._next()

    def close(self) -> None:
        self._drop_wait()
        self._frames.clear()

    def _drop_wait(self) -> None:
        if self._cancel:
            self._cancel()
            self._cancel = None

    def _next(self) -> None:
        self._drop_wait()
        while self._frames and not self.is_stopped:
            frame = self._frames.popleft()
            self.is_stopped = frame.is_round
            hold = self._hold(frame)
            self._show(frame)
            if frame.is_round or frame.view["legal"] or frame.view["seat"] is None:
                self._hurries = False
            if hold > 0:
                self._idle.clear()
                self._cancel = self._wait(hold, self._next)
                return
        if self.is_stopped:
            self._idle.clear()
        else:
            self._idle.set()

    def _hold(self, frame: Frame) -> float:
        hurries = self._hurries or frame.is_round or len(self._frames) > HURRY
        return 0.0 if hurries else frame.hold * PACES[self.pace]
