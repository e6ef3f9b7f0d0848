"""Why a camera gives no pictures: in English for programs and logs, and as key and facts for pages in any language."""

from __future__ import annotations

from engines import reasons

SENTENCES = {
    "no_file": "there is no {device}; is the camera plugged in?",
    "no_permission": "no permission for {device}; is the user in the group 'video'?",
    "taken": "{device} cannot be opened; does another program use it?",
    "not_opened": "{camera} cannot be opened: {problem}",
    "not_started": "{camera} cannot be started: {problem}",
    "stopped": "{camera} stopped delivering pictures",
    "no_colour": "{camera} delivers what is no picture in colour",
    "silent": "no picture for more than {seconds} s",
    "same": "unchanged for more than {seconds} s",
    "folder": "the folder {folder} cannot be read: {problem}",
    "bad_file": "{file} is no picture that can be read; is it whole, and a JPEG or PNG?",
    "no_picamera2": "picamera2 is not installed, or Tavolo may not see it: sudo apt install python3-picamera2, then "
    "make picamera (see the install page)",
    "other_numpy": "picamera2 cannot be loaded ({problem}): a part of it was built for an older numpy. Bring a newer "
    "one: .venv/bin/pip install --force-reinstall --no-deps simplejpeg",
    "no_picamera": "there is no {camera}; {count} cameras are connected to the Pi",
    "page": "{camera} sends a page ({kind}), neither pictures nor video; theirs is an address of its own, "
    "often one that ends in /video or /shot.jpg",
    "no_still": "{camera} answers, but not with a picture: {problem}",
    "slow": "{camera} takes more than {seconds} s for a picture",
    "says": "{camera} {why}",
    "no_reply": "does not answer: {problem}",
    "nobody_listens": "no program listens there; does the camera send, and is the number after the colon right?",
    "no_such_name": "nothing in the network has that name",
    "in_time": "it takes too long; is it on the same network?",
    "unreachable": "there is no way to it; is it switched on, and on the same network?",
    "no_video": "does not answer, or what it sends is no video",
    "no_rtsp": "answers, but does not speak RTSP: is the port right?",
    "wants_password": "wants a user and a password, as in {scheme}://user:password@…",
    "wrong_password": "does not take that user and that password",
    "nothing_there": "has nothing at {path}: what follows the host's name is in the camera's manual",
    "refuses": "refuses: {problem}",
    "no_video_here": "sends no video at this address",
    "unreadable_video": "describes a video that cannot be read: H.264 or MJPEG is what most programs understand",
}
"""In English; other languages have them under the same keys, filled with the same facts."""


class Reason(reasons.Reason):
    """As `engines.reasons.Reason`.

    >>> Reason.of("no_file", device="/dev/video0")
    'there is no /dev/video0; is the camera plugged in?'
    """

    root, sentences = "camera_reason", SENTENCES
